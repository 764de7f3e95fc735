import { expect, test } from "vitest";
import { type LockedPackage, lockProblems, nameOf } from "./lock-rules.ts";

const good: LockedPackage = { version: "1.0.0", integrity: "sha512-abc", license: "MIT" };
const problemsOf = (entry: LockedPackage, name = "left-pad") =>
  lockProblems({ packages: { "": {}, [`node_modules/${name}`]: entry } });

test("accepts hashed packages under listed licences, also by choice", () => {
  for (const license of ["MIT", "MIT OR GPL-3.0-only", "(MIT AND Zlib)"])
    expect(problemsOf({ ...good, license })).toEqual([]);
});

test.each<[string, LockedPackage, string]>([
  ["no hash", { license: "MIT" }, "no hash"],
  ["no hash although optional", { license: "MIT", optional: true }, "no hash"],
  ["a weak hash", { ...good, integrity: "sha1-abc" }, "weaker"],
  ["a Git address", { ...good, resolved: "git+ssh://git@host.example/x.git#abc" }, "registry"],
  ["an unencrypted address", { ...good, resolved: "http://host.example/x.tgz" }, "registry"],
  ["a link", { ...good, link: true }, "registry"],
  ["an install script", { ...good, hasInstallScript: true }, "runs a script"],
  ["an unlisted licence", { ...good, license: "GPL-3.0-only" }, "licence GPL-3.0-only"],
  ["half of a licence", { ...good, license: "MIT AND GPL-3.0-only" }, "licence"],
  ["no licence", { integrity: "sha512-abc" }, "licence (none)"],
])("refuses a package with %s", (_title, entry, text) => {
  expect(problemsOf(entry).join()).toContain(text);
});

test("lets the listed optional packages of other platforms lack a hash, and only while they are optional", () => {
  expect(problemsOf({ optional: true }, "@swc/core-win32-x64-msvc")).toEqual([]);
  expect(problemsOf({ license: "MIT" }, "@swc/core-win32-x64-msvc").join()).toContain("no hash");
});

test("takes a licence that was read in the package's file, for that version only", () => {
  const { license: _, ...unnamed } = good;
  expect(problemsOf({ ...unnamed, version: "2.0.0" }, "png-js")).toEqual([]);
  expect(problemsOf({ ...unnamed, version: "2.0.1" }, "png-js").join()).toContain("licence (none)");
});

test("names nested packages by their own name", () => {
  expect(nameOf("node_modules/a/node_modules/@b/c")).toBe("@b/c");
});
