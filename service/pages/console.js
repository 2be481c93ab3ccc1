// SPDX-License-Identifier: MIT
// What a page can't do by itself: keys, and hashing what it shows. Every page works without it.
"use strict";

const rows = [...document.querySelectorAll(".queue h2 a, .grid tbody th a, .code .finding > summary")];

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

document.addEventListener("keydown", (event) => {
  if (typing(event)) return;
  if (event.key === "j") move(1);
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
  return [...document.querySelectorAll(".code > li > code")].map((line) => {
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
}

const note = document.getElementById("hashed");
if (note && globalThis.crypto?.subtle) hash_what_is_shown(note).catch(() => {});
