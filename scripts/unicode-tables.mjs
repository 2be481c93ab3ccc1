// SPDX-License-Identifier: MIT
// Writes validator/unicode_tables.inc from the Unicode data of the Node that runs it:
//   node scripts/unicode-tables.mjs > validator/unicode_tables.inc
const LAST = 0x10ffff;
const CATEGORIES = "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn".split(" ");
const SCRIPTS = `Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali Bhaiksuki
Bopomofo Brahmi Braille Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham Cherokee Chorasmian Common
Coptic Cuneiform Cypriot Cypro_Minoan Cyrillic Deseret Devanagari Dives_Akuru Dogra Duployan Egyptian_Hieroglyphs Elbasan
Elymaic Ethiopic Georgian Glagolitic Gothic Grantha Greek Gujarati Gunjala_Gondi Gurmukhi Han Hangul Hanifi_Rohingya Hanunoo
Hatran Hebrew Hiragana Imperial_Aramaic Inherited Inscriptional_Pahlavi Inscriptional_Parthian Javanese Kaithi Kannada
Katakana Kawi Kayah_Li Kharoshthi Khitan_Small_Script Khmer Khojki Khudawadi Lao Latin Lepcha Limbu Linear_A Linear_B Lisu
Lycian Lydian Mahajani Makasar Malayalam Mandaic Manichaean Marchen Masaram_Gondi Medefaidrin Meetei_Mayek Mende_Kikakui
Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi Mongolian Mro Multani Myanmar Nabataean Nag_Mundari Nandinagari New_Tai_Lue
Newa Nko Nushu Nyiakeng_Puachue_Hmong Ogham Ol_Chiki Old_Hungarian Old_Italic Old_North_Arabian Old_Permic Old_Persian
Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur Oriya Osage Osmanya Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa
Phoenician Psalter_Pahlavi Rejang Runic Samaritan Saurashtra Sharada Shavian Siddham SignWriting Sinhala Sogdian
Sora_Sompeng Soyombo Sundanese Syloti_Nagri Syriac Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri Tamil Tangsa Tangut Telugu
Thaana Thai Tibetan Tifinagh Tirhuta Toto Ugaritic Vai Vithkuqi Wancho Warang_Citi Yezidi Yi Zanabazar_Square`.split(/\s+/);
const BINARY = `Alphabetic Bidi_Control Cased Dash Default_Ignorable_Code_Point Diacritic Emoji Emoji_Component Emoji_Modifier
Emoji_Modifier_Base Emoji_Presentation Extended_Pictographic Extender Grapheme_Base Grapheme_Extend Hex_Digit ID_Continue
ID_Start Ideographic Join_Control Logical_Order_Exception Lowercase Math Noncharacter_Code_Point Pattern_Syntax
Pattern_White_Space Quotation_Mark Radical Regional_Indicator Sentence_Terminal Soft_Dotted Terminal_Punctuation
Unified_Ideograph Uppercase Variation_Selector White_Space XID_Continue XID_Start`.split(/\s+/);

// The places where a property turns on and off, the first of them on.
function edges(property) {
	const re = new RegExp(`^\\p{${property}}$`, "u"), out = [];
	let on = false;
	for (let c = 0; c <= LAST; c++) {
		const now = c >= 0xd800 && c <= 0xdfff ? property === "Cs" : re.test(String.fromCodePoint(c));
		if (now !== on) out.push(c);
		on = now;
	}
	if (on) out.push(LAST + 1);
	return out;
}

const all = [], properties = [];
function add(kind, name, property) {
	const list = edges(property);
	properties.push(`\t{${kind}, "${name}", ${all.length}, ${list.length}},`);
	all.push(...list);
}
for (const name of CATEGORIES) add("UNICODE_CATEGORY", name, name);
for (const name of SCRIPTS) {
	try {
		add("UNICODE_SCRIPT", name, `Script=${name}`);
	} catch {
		process.stderr.write(`no script ${name}\n`);
	}
}
for (const name of BINARY) add("UNICODE_BINARY", name, name);

// Edges as differences in base 92, most are one or two characters: a digit below 46 ends the number.
function pack(list) {
	let out = "", last = 0;
	for (const c of list) {
		let n = c >= last ? (c - last) * 2 : (last - c) * 2 + 1, digits = "";
		digits = String.fromCharCode(35 + (n % 46));
		for (n = Math.floor(n / 46); n > 0; n = Math.floor(n / 46)) digits = String.fromCharCode(35 + 46 + (n % 46)) + digits;
		out += digits;
		last = c;
	}
	return out;
}
const text = pack(all).replaceAll("\\", "!"), lines = text.match(/.{1,96}/g);
console.log("/* SPDX-License-Identifier: MIT */");
console.log(`/* Written by scripts/unicode-tables.mjs from Unicode ${process.versions.unicode}. */`);
console.log(`#define UNICODE_EDGES ${all.length}`);
console.log("static const struct property PROPERTIES[] = {\n" + properties.join("\n") + "\n};");
console.log("static const char *const EDGES[] = {\n" + lines.map((l) => `\t"${l}",`).join("\n") + "\n};");
