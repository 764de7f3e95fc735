import { describe, expect, it } from "vitest";
import { safeReturnPath } from "./return-path.ts";

describe("the return path after sign-in", () => {
  it.each(["/", "/wallets", "/wallets/01890000?tab=activity&sheet=freeze", "/wallets?search=a%20b#x", "/loginx"])(
    "keeps %s, a page of the dashboard",
    (path) => {
      expect(safeReturnPath(path)).toBe(path);
    },
  );

  it.each([
    ["another site", "https://evil.example/"],
    ["another site without a scheme", "//evil.example"],
    ["another site behind a backslash", "/\\evil.example"],
    ["a path of another site", "//evil.example/wallets"],
    ["another site behind a tab", "/\t/evil.example"],
    ["another site behind dots", "/.//evil.example"],
    ["another site behind a line end", "/\n/evil.example"],
    ["a script", "javascript:alert(1)"],
    ["no path", "wallets"],
    ["the API", "/api/service/wallet/close"],
    ["the API by a detour", "/x/../api/health"],
    ["itself", "/login?return_to=/login"],
    ["nothing", ""],
    ["nothing at all", undefined],
  ])("replaces %s with the overview", (_name, wanted) => {
    expect(safeReturnPath(wanted)).toBe("/");
  });
});
