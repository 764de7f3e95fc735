import { expect, test } from "vitest";
import { missingEntries } from "./optional-packages.ts";

test("names the optional packages that the lock file lacks, with the platform from their name", () => {
  const packages = {
    "node_modules/tool": {
      version: "2.0.0",
      dev: true,
      optionalDependencies: {
        "@tool/linux-x64-musl": "2.0.0",
        "@tool/win32-arm64-msvc": "2.0.0",
        "@tool/here-arm": "2.0.0",
      },
    },
    "node_modules/tool/node_modules/@tool/here-arm": { version: "2.0.0" },
  };
  expect(missingEntries({ packages })).toEqual({
    "node_modules/@tool/linux-x64-musl": {
      version: "2.0.0",
      dev: true,
      optional: true,
      os: ["linux"],
      cpu: ["x64"],
      libc: ["musl"],
    },
    "node_modules/@tool/win32-arm64-msvc": {
      version: "2.0.0",
      dev: true,
      optional: true,
      os: ["win32"],
      cpu: ["arm64"],
    },
  });
});

test("refuses versions that are not exact and names without a platform", () => {
  const lock = (name: string, version: string) => ({
    packages: { "node_modules/tool": { optionalDependencies: { [name]: version } } },
  });
  expect(() => missingEntries(lock("@tool/linux-x64", "^2.0.0"))).toThrow("only an exact version");
  expect(() => missingEntries(lock("nice-to-have", "2.0.0"))).toThrow("contains no platform");
});
