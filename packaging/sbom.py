#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The bill of materials (CycloneDX 1.5) of Sluice's Debian packages, on standard output: the packages with their digests, what is
compiled in, and the Debian packages that they need. `sbom.py --licences` prints a table in place of it. The time is SOURCE_DATE_EPOCH,
so the same build gives the same bytes.

The licences of what is compiled in come from package-lock.json, those of Debian's packages from the file `copyright` of each."""
import base64
import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import uuid

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILT = ROOT / "build/package"
# Compiled into the programs; package-lock.json pins the rest of what npm brings, which is for examples and tests.
COMPILED_IN = ("tree-sitter", "tree-sitter-python")


def said(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def field(deb, name):
    return said("dpkg-deb", "-f", str(deb), name).strip()


def debian_licences(package):
    """The short names that a machine-readable `copyright` has, in its order; none where the file is free text."""
    path = pathlib.Path(f"/usr/share/doc/{package}/copyright")
    text = path.read_text(errors="replace") if path.exists() else ""
    if "Format:" not in text[:400]:
        return []
    return list(dict.fromkeys(re.sub(r"\s+", " ", name).strip() for name in re.findall(r"^License:[ \t]*(\S.*)$", text, re.M)))


def licences(names):
    return {"licenses": [{"license": {"name": name}} for name in names]} if names else {}


def needed(debs, key):
    """The Debian packages of a field, without Sluice's own; of alternatives the first."""
    own = {field(deb, "Package") for deb in debs}
    lists = ",".join(field(deb, key) for deb in debs)
    names = {re.split(r"[ |(]", part.strip())[0] for part in lists.split(",") if part.strip()}
    return sorted(names - own)


def from_debian(package, scope):
    state = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True, check=False)
    version = state.stdout.strip()
    purl = f"pkg:deb/debian/{package}" + (f"@{version.replace('+', '%2B').replace(':', '%3A')}" if version else "") + "?distro=bookworm"
    return {"type": "library", "bom-ref": purl, "name": package, **({"version": version} if version else {}), "scope": scope,
            **licences(debian_licences(package)), "purl": purl}


def from_npm(name):
    entry = json.loads((ROOT / "package-lock.json").read_text())["packages"][f"node_modules/{name}"]
    algorithm, digest = entry["integrity"].split("-", 1)
    assert algorithm == "sha512"
    purl = f"pkg:npm/{name}@{entry['version']}"
    return {"type": "library", "bom-ref": purl, "name": name, "version": entry["version"], "scope": "required",
            "hashes": [{"alg": "SHA-512", "content": base64.b64decode(digest).hex()}],
            "licenses": [{"license": {"id": entry["license"]}}], "purl": purl}


def built(deb):
    name, version = field(deb, "Package"), field(deb, "Version")
    purl = f"pkg:deb/{name}@{version}?arch={field(deb, 'Architecture')}"
    return {"type": "application" if name == "sluice" else "library", "bom-ref": purl, "name": name, "version": version,
            "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(deb.read_bytes()).hexdigest()}],
            "licenses": [{"license": {"id": "MIT"}}], "purl": purl}


def bill():
    debs = sorted(BUILT.glob("*.deb"))
    if not debs:
        sys.exit("sbom: error: there is no package in build/package\nhelp: scripts/package")
    own = [built(deb) for deb in debs]
    main = next(c for c in own if c["name"] == "sluice")
    inside = [from_npm(name) for name in COMPILED_IN]
    required = [from_debian(name, "required") for name in needed(debs, "Depends")]
    # sluice-init is linked statically.
    required += [from_debian("libc6-dev", "required")]
    optional = [from_debian(name, "optional") for name in needed(debs, "Recommends") + needed(debs, "Suggests")]
    body = {"components": [c for c in own if c is not main] + inside + required + optional,
            "dependencies": [{"ref": main["bom-ref"], "dependsOn": [c["bom-ref"] for c in inside + required]}]}
    when = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH") or said("git", "-C", str(ROOT), "log", "-1", "--format=%ct")),
                                           datetime.timezone.utc)
    identity = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps([main, body], sort_keys=True))
    return {"bomFormat": "CycloneDX", "specVersion": "1.5", "serialNumber": f"urn:uuid:{identity}", "version": 1,
            "metadata": {"timestamp": when.strftime("%Y-%m-%dT%H:%M:%SZ"), "component": main}, **body}


def table(components):
    for component in components:
        names = [entry["license"].get("id") or entry["license"]["name"] for entry in component.get("licenses", [])]
        print(f"{component['name']:32} {component.get('version', ''):28} {', '.join(names) or 'see its copyright file'}")


if __name__ == "__main__":
    made = bill()
    if sys.argv[1:] == ["--licences"]:
        table([made["metadata"]["component"], *made["components"]])
    else:
        print(json.dumps(made, indent=2))
