// SPDX-License-Identifier: MIT
// What a page can't do by itself: keys, and hashing what it shows. Every page works without it.
"use strict";

const rows = [...document.querySelectorAll(".queue h3 a, .grid tbody th a, .code .finding > summary")];

function typing(event) {
  return event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey;
}

function move(by) {
  const at = rows.indexOf(document.activeElement);
  const next = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by];
  if (next) next.focus();
}

function open_next() {
  const closed = document.querySelector(".code .finding:not([open])");
  if (!closed) return;
  closed.open = true;
  closed.querySelector("summary").focus();
}

// The list of the keys, and the switch that makes single letters do nothing.
const keys_list = document.getElementById("keys");
const keys_switch = document.getElementById("keys-off");
keys_switch.hidden = false;
const keys_off = keys_switch.querySelector("input");
keys_off.checked = localStorage.getItem("keys-off") === "1";
keys_off.addEventListener("change", () => localStorage.setItem("keys-off", keys_off.checked ? "1" : "0"));

function show_keys() {
  keys_list.open = !keys_list.open;
  if (keys_list.open) keys_list.querySelector("summary").focus();
}

document.addEventListener("keydown", (event) => {
  if (typing(event) || keys_off.checked) return;
  if (event.key === "?") show_keys();
  else if (event.key === "/" && document.getElementById("q")) {
    event.preventDefault();
    document.getElementById("q").focus();
  } else if (event.key === "j") move(1);
  else if (event.key === "k") move(-1);
  else if (event.key === "n") open_next();
  else if (event.key === "d") document.getElementById("decision")?.scrollIntoView();
});

async function digest(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The lines as they are shown, with each boxed character put back.
function shown_code() {
  return [...document.querySelectorAll(".code:not(.diff) > li > code")].map((line) => {
    const copy = line.cloneNode(true);
    for (const box of copy.querySelectorAll(".point"))
      box.replaceWith(String.fromCodePoint(parseInt(box.textContent.slice(2), 16)));
    return copy.textContent;
  }).join("\n");
}

async function hash_what_is_shown(note) {
  const { approval, subject, code } = note.dataset;
  const bytes = async (part) => (await fetch(`/approvals/${approval}/${part}`)).arrayBuffer();
  const said = await bytes("subject");
  const names = JSON.parse(new TextDecoder().decode(said));
  let fits = await digest(said) === subject;
  if (code) {
    const whole = await bytes("code");
    const text = new TextDecoder().decode(whole);
    fits = fits && names.code === code && await digest(whole) === code
      && text.replace(/\n$/, "") === shown_code();
  }
  note.textContent = fits
    ? "This browser hashed the program and the subject that it shows: they are the ones that the words name."
    : "What this page shows is not what the digest names. Do not decide; tell an operator.";
  note.classList.toggle("wrong", !fits);
  return fits;
}

const note = document.getElementById("hashed");
const hashed = note && globalThis.crypto?.subtle ? hash_what_is_shown(note).catch(() => false) : false;

// -- the key: made here, never extractable, kept by this browser -------------------------------

function kept(mode, use) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("sluice", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("keys");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const asked = use(opening.result.transaction("keys", mode).objectStore("keys"));
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    };
  });
}

const base64 = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

async function public_text(pair) {
  const raw = await crypto.subtle.exportKey("raw", pair.publicKey);
  return "ed25519:" + base64(raw).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function show_key(who) {
  const pair = await kept("readonly", (keys) => keys.get(who));
  const say = (id, text) => { document.getElementById(id).textContent = text; };
  document.getElementById("key-make").hidden = Boolean(pair);
  document.getElementById("key-facts").hidden = !pair;
  say("key-state", pair ? "This browser holds a key for you." : "This browser holds no key for you yet.");
  if (!pair) return;
  const text = await public_text(pair);
  say("key-public", text);
  say("key-id", await digest(await crypto.subtle.exportKey("raw", pair.publicKey)));
  say("key-lines", `- {public: "${text}", from: ${new Date().toISOString().slice(0, 10)}, until: ...}`);
}

async function make_key(who) {
  const pair = await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]);
  await kept("readwrite", (keys) => keys.put(pair, who));
  await show_key(who);
}

const key_place = document.getElementById("key");
if (key_place && globalThis.crypto?.subtle) {
  const who = key_place.dataset.who;
  document.getElementById("key-make").addEventListener("click", () => make_key(who));
  show_key(who);
}

// -- the vote: what is signed is compared with what was chosen, then signed here ----------------

function pae(type, payload) {
  const head = new TextEncoder().encode(`DSSEv1 ${type.length} ${type} ${payload.byteLength} `);
  const whole = new Uint8Array(head.length + payload.byteLength);
  whole.set(head);
  whole.set(new Uint8Array(payload), head.length);
  return whole;
}

async function said_no(answer) {
  const text = await answer.text();
  const page = /html/.test(answer.headers.get("Content-Type")) && new DOMParser().parseFromString(text, "text/html");
  if (page) return page.querySelector("[role=alert] p")?.textContent ?? `The service answered ${answer.status}.`;
  const problem = JSON.parse(text || "{}");
  return problem.detail ? `${problem.detail}. ${problem.help ?? ""}` : `The service answered ${answer.status}.`;
}

function fits_choice(whole, form, subject) {
  const vote = whole.predicate;
  const decision = { "approve": "approve", "reject": "reject", "request-changes": "request_changes", "abstain": "abstain" };
  return whole.subject.length === 1 && whole.subject[0].digest.sha256 === subject && vote.approval === form.dataset.approval
    && vote.decision === decision[form.elements.answer.value]
    && (vote.on_behalf ?? "") === form.elements.on_behalf.value
    && vote.reason === form.elements.reason.value.trim();
}

async function envelope_of(pair, type, payload, keyid) {
  const sig = await crypto.subtle.sign("Ed25519", pair.privateKey, pae(type, payload));
  return JSON.stringify({ payload: base64(payload), payloadType: type, signatures: [{ keyid, sig: base64(sig) }] });
}

// Asks for the statement that the form would make, has it compared with what was typed, signs it, and hands it in.
async function sign(pair, ask, fits, hand_in) {
  ask.body.set("key", await public_text(pair));
  const answer = await fetch(ask.address, { method: "POST", body: ask.body });
  if (!answer.ok) return said_no(answer);
  const type = answer.headers.get("Content-Type");
  const payload = await answer.arrayBuffer();
  if (!await fits(JSON.parse(new TextDecoder().decode(payload)))) return "The service asked for a signature on something that you did not choose: nothing was signed.";
  const taken = await hand_in(await envelope_of(pair, type, payload, answer.headers.get("X-Key-Id")));
  return taken.ok ? "" : said_no(taken);
}

async function sign_vote(form, pair) {
  if (!await hashed) return "This browser could not hash what it shows: it signs nothing.";
  const { approval } = form.dataset;
  const why = await sign(pair, { address: `/approvals/${approval}/statement`, body: new FormData(form) },
    (whole) => fits_choice(whole, form, note.dataset.subject),
    (envelope) => {
      const vote = new FormData();
      vote.set("word", form.elements.word.value);
      vote.set("vote", new Blob([envelope]), "vote.json");
      return fetch(`/approvals/${approval}/votes`, { method: "POST", body: vote });
    });
  if (!why) location.assign(`/approvals/${approval}`);
  return why;
}

// One that is open now counts before its event says so, which comes later.
function unopened() {
  return [...document.querySelectorAll(".code .finding:not([data-seen]):not([open])")];
}

function whats_missing(form) {
  const answer = form.elements.answer.value;
  const list = [];
  if (!answer) list.push("No answer is chosen.");
  if (answer === "approve" && unopened().length) list.push(`${unopened().length} findings have not been opened.`);
  if (answer !== "abstain" && !form.elements.reason.value.trim()) list.push("There is no reason.");
  return list;
}

function tell_missing(form, list) {
  form.querySelector(".missing").replaceChildren(...list.map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  }));
}

const me = document.querySelector(".self [href='/key']")?.textContent;

async function prepare_ballot(form) {
  const pair = await kept("readonly", (keys) => keys.get(me));
  if (!pair) return;
  form.hidden = false;
  document.getElementById("no-key").hidden = true;
  const findings = [...document.querySelectorAll(".code .finding")], progress = document.getElementById("progress");
  const count = () => {
    progress.firstElementChild.textContent = `${findings.length - unopened().length} of ${findings.length} findings opened`;
  };
  for (const finding of findings)
    finding.addEventListener("toggle", () => { finding.dataset.seen = ""; count(); });
  progress.querySelector("button").addEventListener("click", open_next);
  progress.hidden = !findings.length;
  document.querySelector(".code")?.classList.add("counted");
  count();
  form.addEventListener("change", () => {
    const chosen = form.querySelector("[name=answer]:checked");
    document.getElementById("to-approve").hidden = chosen?.value !== "approve";
    document.getElementById("oath").textContent = chosen ? `You sign: ${chosen.dataset.meaning}` : "";
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const missing = whats_missing(form);
    tell_missing(form, missing);
    if (missing.length) return;
    const why = await sign_vote(form, pair).catch((error) => String(error));
    if (why) tell_missing(form, [why]);
  });
}

const ballot = document.getElementById("ballot");
if (ballot && globalThis.crypto?.subtle) prepare_ballot(ballot);

// -- acts: what is said besides votes. Each field that is signed names the term that it becomes -----------

// Terms that the service adds, and what each must be; of everything else a field must have said it.
const OWN_TERMS = {
  id: (value, whole) => value === whole.subject[0].name,
  v: (value) => value === 1,
  from: (value) => value === me,
  proposed_by: (value) => value === me,
  from_us: (value) => Math.abs(value / 1000 - Date.now()) < 600000,
  created: (value) => Math.abs(Date.parse(value) - Date.now()) < 600000,
  comment: (value) => value.startsWith("cmt_"),
  rule: (value, whole, form) => value === form.elements.finding.selectedOptions[0].dataset.rule,
};

async function term_of(field, terms) {
  const bytes = (text) => new TextEncoder().encode(text);
  if (field.dataset.as === "comment") return digest(bytes(`${terms.comment}\0${field.value.trim()}`));
  if (field.dataset.as === "digest") return digest(bytes(field.value));
  if (field.dataset.as === "stamp") return `${field.value}T00:00:00.000000Z`;
  if (field.dataset.as === "fingerprint") return JSON.stringify({ fingerprint: field.value });
  if (field.type === "checkbox") return Number(field.checked);
  if (field.type === "date") return Date.parse(field.value) * 1000;
  return field.type === "number" ? Number(field.value) : field.value.trim();
}

async function fits_terms(form, terms, whole) {
  const said = new Set();
  for (const field of form.querySelectorAll("[data-term]"))
    for (const name of field.dataset.term.split(" ")) {
      said.add(name);
      const signed = typeof terms[name] === "object" ? JSON.stringify(terms[name]) : terms[name];
      if (signed !== await term_of(field, terms)) return false;
    }
  return Object.entries(terms).every(([name, value]) => said.has(name) || OWN_TERMS[name]?.(value, whole, form));
}

async function fits_act(form, whole) {
  const act = whole.predicate, { kind, target } = form.dataset;
  if (whole.subject.length !== 1) return false;
  if (kind === "delegation") return fits_terms(form, act, whole);
  return act.kind === kind && act.by === me && (!target || whole.subject[0].name === target)
    && act.meaning === form.dataset.meaning && act.reason === (form.elements.reason?.value.trim() ?? "")
    && fits_terms(form, JSON.parse(act.terms), whole);
}

async function sign_act(form, pair) {
  const body = new FormData(form);
  body.set("kind", form.dataset.kind);
  body.set("target", form.dataset.target ?? "");
  const why = await sign(pair, { address: "/acts/statement", body }, (whole) => fits_act(form, whole), (envelope) => {
    body.set("envelope", envelope);
    return fetch("/acts", { method: "POST", body });
  });
  if (!why) location.assign(form.dataset.then || location.pathname);
  return why;
}

async function prepare_acts(forms) {
  const pair = await kept("readonly", (keys) => keys.get(me));
  if (!pair) return;
  for (const part of document.querySelectorAll(".no-key")) part.hidden = true;
  for (const form of forms) {
    form.hidden = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      tell_missing(form, []);
      const why = await sign_act(form, pair).catch((error) => String(error));
      tell_missing(form, why ? [why] : []);
    });
  }
}

const acts = document.querySelectorAll("form.act");
if (acts.length && globalThis.crypto?.subtle) prepare_acts(acts);

// -- a request: what is signed names the task's files by digest; the program and the files that were chosen are among them, and
// of a program that was brought nothing else is but the task and the policy --------------------------------------------------

async function fits_request(form, draft) {
  const whole = JSON.parse(draft.statement), act = whole.predicate, bytes = new TextEncoder();
  const task = JSON.parse(act.terms).task, code = form.elements.code.value;
  if (whole.subject.length !== 1 || whole.subject[0].name !== draft.run_id || act.kind !== "request" || act.by !== me
    || Object.keys(JSON.parse(act.terms)).length !== 1 || task !== await digest(bytes.encode(draft.task))) return false;
  const named = JSON.parse(draft.task).files.filter((file) => file.path !== "task.json" && !file.path.startsWith("policy/")).map((file) => file.sha256);
  const mine = await Promise.all([...form.elements.inputs?.files ?? []].map(async (file) => digest(await file.arrayBuffer())));
  if (code.trim()) mine.push(await digest(bytes.encode(code)));
  return mine.every((sha256) => named.includes(sha256)) && (!code.trim() || named.every((sha256) => mine.includes(sha256)));
}

async function sign_request(form, pair) {
  const body = new FormData(form);
  body.set("key", await public_text(pair));
  const answer = await fetch("/submit/statement", { method: "POST", body });
  if (!answer.ok) return said_no(answer);
  const draft = await answer.json();
  if (!await fits_request(form, draft)) return "The service asked for a signature on something else than your request: nothing was signed.";
  const keyid = await digest(await crypto.subtle.exportKey("raw", pair.publicKey));
  body.set("request", await envelope_of(pair, draft.payload_type, new TextEncoder().encode(draft.statement), keyid));
  const taken = await fetch(form.getAttribute("action"), { method: "POST", body, headers: { Accept: "text/html" } });
  if (!taken.ok || !taken.redirected) return said_no(taken);
  location.assign(taken.url);
  return "";
}

async function prepare_request(form) {
  const pair = await kept("readonly", (keys) => keys.get(me)), choice = document.getElementById("sign-it");
  if (!pair) return;
  for (const part of form.querySelectorAll(".no-key")) part.hidden = true;
  choice.hidden = false;
  form.addEventListener("submit", async (event) => {
    if (!choice.firstElementChild.checked) return;
    event.preventDefault();
    tell_missing(form, []);
    const why = await sign_request(form, pair).catch((error) => String(error));
    tell_missing(form, why ? [why] : []);
  });
}

const ask = document.getElementById("ask");
if (ask && globalThis.crypto?.subtle) prepare_request(ask);

// -- signing in with the key: what is signed names this host, the person and the page's challenge --------

async function sign_in(form, challenge) {
  const who = form.elements.id.value;
  const pair = await kept("readonly", (keys) => keys.get(who));
  const text = `Sluice sign-in v1\n${location.host}\n${who}\n${challenge}\n`;
  const signature = await crypto.subtle.sign("Ed25519", pair.privateKey, new TextEncoder().encode(text));
  const fields = { challenge, key: await public_text(pair), signature: base64(signature) };
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
  }
  form.submit();
}

async function offer_sign_in(place) {
  const people = await kept("readonly", (keys) => keys.getAllKeys());
  if (!people.length) return;
  const form = place.querySelector("form");
  form.elements.id.append(...people.map((who) => new Option(who, who)));
  place.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    sign_in(form, place.dataset.challenge);
  });
}

// A demonstration's key comes in the part of the address that no server sees: its person, key and public key.
async function take_demo_key(place) {
  const [who, secret, open] = location.hash.slice(1).split(".");
  if (!open) return offer_sign_in(place);
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  history.replaceState(null, "", location.pathname);
  const pair = { privateKey: await crypto.subtle.importKey("pkcs8", bytes(secret), "Ed25519", false, ["sign"]),
    publicKey: await crypto.subtle.importKey("raw", bytes(open), "Ed25519", true, ["verify"]) };
  await kept("readwrite", (keys) => keys.put(pair, who));
  const form = place.querySelector("form");
  form.elements.id.append(new Option(who, who));
  return sign_in(form, place.dataset.challenge);
}

const sign_in_place = document.getElementById("sign-in");
if (sign_in_place && globalThis.crypto?.subtle)
  ("demo" in sign_in_place.dataset ? take_demo_key : offer_sign_in)(sign_in_place);

// -- pages that go on by themselves: the same page is fetched again, and one part of it put in place -----

async function page_of(answer) {
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

function put_part(page, id) {
  const part = page.getElementById(id);
  if (part) document.getElementById(id).replaceChildren(...part.childNodes);
}

const verdict = document.getElementById("verdict");
if (verdict) {
  const form = document.querySelector("form[action='/check']");
  let waiting = 0, asked = 0;
  const judge = async () => {
    if (!form.elements.code.value.trim()) return;
    const mine = ++asked;
    const page = await page_again("/check", { method: "POST", body: new FormData(form) });
    if (mine === asked && page) put_part(page, "verdict");
  };
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(judge, 400);
  });
}

// Files may be dropped onto the form's field; those that are there already stay.
const drop = document.getElementById("drop");
if (drop) {
  const field = drop.querySelector("input");
  const tell = () => {
    document.getElementById("dropped").replaceChildren(...[...field.files].map((file) => {
      const item = document.createElement("li");
      item.textContent = `${file.name}, ${file.size} bytes`;
      return item;
    }));
  };
  for (const kind of ["dragenter", "dragover", "dragleave", "drop"]) drop.addEventListener(kind, (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    drop.classList.toggle("over", kind === "dragenter" || kind === "dragover");
  });
  drop.addEventListener("drop", (event) => {
    const all = new DataTransfer();
    const fresh = [...event.dataTransfer.files], names = new Set(fresh.map((file) => file.name));
    for (const file of [...[...field.files].filter((old) => !names.has(old.name)), ...fresh]) all.items.add(file);
    field.files = all.files;
    tell();
  });
  field.addEventListener("change", tell);
  drop.classList.add("ready");
}

// What could not be asked again says so, until it could.
const stale = document.createElement("p");
stale.className = "stale";
stale.setAttribute("role", "status");

async function page_again(address, options) {
  const answer = await fetch(address, options).catch(() => null);
  if (answer?.ok) {
    stale.remove();
    return page_of(answer);
  }
  if (!stale.isConnected) {
    stale.textContent = `This page is as it was at ${new Date().toLocaleTimeString()}: the service does not answer. This page will ask again.`;
    document.querySelector("main").before(stale);
  }
  return null;
}

// Only the parts that changed, so that what is focused, selected or opened stays.
function put_changed(mine, fresh) {
  const words = (node) => [...node.childNodes].filter((n) => n.nodeType === Node.TEXT_NODE).map((n) => n.data.trim()).join("");
  const alike = (a, b) => a.cloneNode(false).isEqualNode(b.cloneNode(false)) && words(a) === words(b);
  if (mine.localName === "details" && fresh.localName === "details") fresh.open = mine.open;
  if (mine.isEqualNode(fresh)) return;
  if (!alike(mine, fresh)) {
    mine.replaceWith(fresh);
    return;
  }
  const before = [...mine.children], after = [...fresh.children];
  after.forEach((part, i) => { if (before[i]) put_changed(before[i], part); else mine.append(part); });
  before.slice(after.length).forEach((part) => part.remove());
}

// A run that is under way: each step that the service tells of, and every few seconds without one, its page is fetched
// again, until it rests; more seldom while nobody answers.
const under_way = document.getElementById("under-way");
if (under_way) {
  const address = `/runs/${under_way.dataset.run}`, usual = 3000;
  let pause = usual, timer = 0;
  const steps = new EventSource(`${address}/events`);
  // What the program prints meanwhile, where its policy lets that be told: hostile text, which never becomes markup. The
  // service tells the last of it again to who comes back.
  const shown_max = 65536;
  let shown = "", ended = "";
  const put_live = () => {
    const live = document.getElementById("live");
    if (!live || !(shown || ended)) return;
    live.hidden = false;
    live.querySelector("pre").textContent = shown;
    live.querySelector("[role=status]").textContent = ended;
  };
  steps.addEventListener("open", () => { shown = ended = ""; });
  steps.addEventListener("run.output", (event) => {
    const said = JSON.parse(event.data);
    shown = (shown + (said.text ?? "")).slice(-shown_max);
    if (said.withheld) ended = "The rest is withheld: it holds, or may hold, something that must not leave.";
    if (said.cut) ended = "The output is too long: the rest is not shown.";
    put_live();
  });
  const again = async () => {
    clearTimeout(timer);
    const page = await page_again(address);
    pause = page ? usual : Math.min(2 * pause, 15000);
    if (page) put_changed(document.querySelector("main"), page.querySelector("main"));
    put_live();
    clearTimeout(timer);
    if (document.getElementById("under-way")) timer = setTimeout(again, pause);
    else {
      steps.close();
      check_receipt();
    }
  };
  for (const kind of ["step", "end"]) steps.addEventListener(kind, again);
  timer = setTimeout(again, pause);
}

// -- the ledger: this browser follows the proofs itself (RFC 9162, 2.1) and remembers how far it saw the log ---------

const from_hex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const from_base64 = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
const half = (n) => Math.floor(n / 2);

const leaf_of = (text) => {
  const bytes = new TextEncoder().encode(text), whole = new Uint8Array(bytes.length + 1);
  whole.set(bytes, 1);
  return digest(whole);
};
const node_of = (left, right) => digest(new Uint8Array([1, ...from_hex(left), ...from_hex(right)]));

// The root that the path leads to from this leaf; "" where it leads nowhere.
async function root_by(leaf, index, size, path) {
  let at = index, last = size - 1, root = leaf;
  for (const hash of path) {
    if (last === 0) return "";
    if (at % 2 || at === last) {
      root = await node_of(hash, root);
      while (at % 2 === 0 && at) { at = half(at); last = half(last); }
    } else root = await node_of(root, hash);
    at = half(at);
    last = half(last);
  }
  return last === 0 ? root : "";
}

async function grew(from, to, path) {
  if (from.size === to.size) return from.root === to.root;
  const list = Number.isInteger(Math.log2(from.size)) ? [from.root, ...path] : [...path];
  let at = from.size - 1, last = to.size - 1;
  while (at % 2) { at = half(at); last = half(last); }
  let old_root = list.shift() ?? "", root = old_root;
  for (const hash of list) {
    if (last === 0) return false;
    if (at % 2 || at === last) {
      old_root = await node_of(hash, old_root);
      root = await node_of(hash, root);
      while (at % 2 === 0 && at) { at = half(at); last = half(last); }
    } else root = await node_of(root, hash);
    at = half(at);
    last = half(last);
  }
  return last === 0 && old_root === from.root && root === to.root;
}

// What the note says: its text, and the signatures that follow it (C2SP signed-note).
function read_note(note) {
  const cut = note.indexOf("\n\n"), text = note.slice(0, cut + 1);
  const [origin, size, root] = text.split("\n");
  const lines = note.slice(cut + 2).split("\n").filter(Boolean).map((line) => line.slice(2).split(" "));
  return { text, origin, size: Number(size), lines,
    root: [...from_base64(root)].map((byte) => byte.toString(16).padStart(2, "0")).join("") };
}

async function made(open, signature, bytes) {
  const key = await crypto.subtle.importKey("raw", from_base64(open.replace("ed25519:", "")), "Ed25519", false, ["verify"]);
  return crypto.subtle.verify("Ed25519", key, signature, bytes);
}

// The keys that the trust file gives to this purpose, each with the name that it signs for.
const keys_for = (purpose) => [...document.querySelectorAll(`[data-purpose=${purpose}]`)]
  .map((key) => ({ name: key.dataset.name, open: key.textContent }));

async function any(list, holds) {
  for (const one of list) if (await holds(one)) return true;
  return false;
}

const signed_by_log = (note) => any(keys_for("log").filter((key) => key.name === note.origin), (key) =>
  any(note.lines.filter(([name]) => name === key.name), ([, line]) =>
    made(key.open, from_base64(line).slice(4), new TextEncoder().encode(note.text))));

// A cosignature: four bytes of the key, the seconds, and a signature of both and the text (C2SP tlog-cosignature). A witness counts once.
async function witnesses_of(note) {
  const seen = new Set();
  for (const { name, open } of keys_for("witness"))
    for (const [, line] of note.lines.filter(([who]) => who === name)) {
      const bytes = from_base64(line);
      if (bytes.length !== 76) continue;
      const text = `cosignature/v1\ntime ${new DataView(bytes.buffer).getBigUint64(4)}\n${note.text}`;
      if (await made(open, bytes.slice(12), new TextEncoder().encode(text))) seen.add(name);
    }
  return [...seen];
}

const witnessed = (names) => names.length ? `Witnesses that the trust file names have signed it: ${names.join(", ")}.`
  : "No witness that the trust file names has signed it: anyone with the log's key and this database could have rewritten it.";

// What can be said of the checkpoint: its signature, and whether the log grew out of what this browser saw before.
async function judge_head(head, note) {
  const known = keys_for("log").length > 0;
  if (known && !await signed_by_log(note)) return [false, "No key of the trust file signed this checkpoint."];
  const signature = known ? "Signed by the key that the trust file names. " : "The signer can't be identified. ";
  const seen = JSON.parse(localStorage.getItem(`log ${note.origin}`) ?? "null");
  if (seen && seen.size > note.size)
    return [false, `This browser saw ${seen.size} events in this log before, and now there are ${note.size}: it was cut.`];
  if (seen && seen.size > 0) {
    const answer = await fetch(`/ledger/growth?from=${seen.size}&to=${note.size}`);
    if (!answer.ok || !await grew(seen, note, (await answer.json()).path))
      return [false, `This log did not grow out of the ${seen.size} events that this browser saw before: it was rewritten.`];
  }
  localStorage.setItem(`log ${note.origin}`, JSON.stringify({ size: note.size, root: note.root }));
  return [true, signature + (seen ? `It grew out of the ${seen.size} events that this browser saw before.` : "This browser sees the log for the first time, and remembers it."), known];
}

async function judge_event(place, note) {
  const path = [...document.querySelectorAll("#proof-path code")].map((code) => code.textContent);
  const leaf = await leaf_of(document.getElementById("event-body").textContent);
  if (leaf !== document.getElementById("event-leaf").textContent) return "The bytes above are not those of the leaf.";
  return await root_by(leaf, Number(place.dataset.seq), note.size, path) === note.root ? ""
    : "The hashes do not lead to the root that was signed.";
}

function say(id, good, text, known = true) {
  const place = document.getElementById(id), mark = known ? "allow" : "escalate";
  place.textContent = text;
  place.className = good ? `mark ${mark} i-${mark} wraps` : "notice deny";
}

async function judge_ledger(head) {
  const note = read_note(document.getElementById("log-note").textContent);
  const same = note.size === Number(head.dataset.size) && note.root === head.dataset.root && note.origin === head.dataset.origin;
  const [good, text, known] = same ? await judge_head(head, note) : [false, "The checkpoint does not say what this page says about it."];
  say("log-said", good, text, known);
  document.getElementById("log-witnesses").textContent = witnessed(await witnesses_of(note));
  const place = document.querySelector("#proof[data-signed]");
  if (!place) return;
  const why = good ? await judge_event(place, note) : "The checkpoint does not hold, so it proves nothing.";
  say("proof-said", !why, why || "This browser hashed the bytes above and followed the hashes to the root of the checkpoint below: the log holds this event.", known);
}

const log_head = document.getElementById("log-head");
if (log_head && globalThis.crypto?.subtle)
  judge_ledger(log_head).catch((error) => say("log-said", false, `It could not be checked: ${error}`));

// -- a receipt: the file itself is read, and what it says is followed as far as a browser can ------------

const holds_event = async (note, event) => await root_by(await leaf_of(event.body), event.seq, note.size, event.path) === note.root;

// Why the receipt proves nothing, or "" and what it proves; false behind that: nobody can tell who signed.
async function judge_receipt(place) {
  const [text, more] = (await (await fetch(`/runs/${place.dataset.run}/receipt`)).text()).split("\n");
  const envelope = JSON.parse(text), payload = from_base64(envelope.payload);
  const said = JSON.parse(new TextDecoder().decode(payload)).predicate, note = read_note(said.log.checkpoint);
  if (await digest(new TextEncoder().encode(text)) !== place.dataset.sha256) return ["These bytes are not those that the ledger names."];
  if (!keys_for("receipt").length) return ["", "The trust file names no key for receipts, so the signer can't be identified.", false];
  if (!await any(keys_for("receipt").filter((key) => key.name === said.log.origin), (key) =>
    any(envelope.signatures, ({ sig }) => made(key.open, from_base64(sig), pae(envelope.payloadType, payload)))))
    return ["No key that the trust file names for receipts has signed it."];
  if (said.run.id !== place.dataset.run || (said.code?.sha256 ?? "") !== place.dataset.code) return ["It is about another run or program."];
  const shown = new TextEncoder(), code = shown_code();
  if (said.code && ![await digest(shown.encode(code)), await digest(shown.encode(code + "\n"))].includes(said.code.sha256))
    return ["The program on this page is not the one that it names."];
  if (note.origin !== said.log.origin || !await signed_by_log(note)) return ["No key of the log has signed its checkpoint."];
  for (const event of said.log.events) if (!await holds_event(note, event)) return [`Event ${event.seq} is not in the log of its checkpoint.`];
  const later = more ? JSON.parse(more) : null, seen = later ? read_note(later.checkpoint) : note;
  if (later && !(seen.origin === note.origin && await signed_by_log(seen) && await grew(note, seen, later.consistency) && await holds_event(seen, later.event)))
    return ["The checkpoint that witnesses signed did not grow out of its own."];
  return ["", `Signed by ${said.log.origin}; it names the program on this page; ${said.log.events.length} events of the run are in the log of ${note.size} events. `
    + witnessed(await witnesses_of(seen))];
}

function check_receipt() {
  const receipt = document.getElementById("receipt");
  if (receipt && globalThis.crypto?.subtle) judge_receipt(receipt).then(
    ([why, what, known]) => say("receipt-said", !why, why ? `${why} Do not rely on it.` : `This browser checked it. ${what}`, known),
    (error) => say("receipt-said", false, `It could not be checked: ${error}`));
}

check_receipt();
