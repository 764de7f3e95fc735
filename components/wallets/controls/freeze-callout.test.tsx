import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { setShownZone } from "../../../lib/format/instant.ts";
import { aFrozenWallet } from "../../testing/replies.ts";
import { FreezeCallout } from "./freeze-callout.tsx";

afterEach(() => {
  cleanup();
  setShownZone("lagos");
});

test.each([
  ["lagos", "Since 19 Nov 2026, 14:02"],
  ["utc", "Since 19 Nov 2026, 13:02 UTC"],
] as const)("since when it is frozen names its zone once, in %s", (zone, text) => {
  setShownZone(zone);
  const wallet = aFrozenWallet({ frozenAt: "2026-11-19T13:02:11.000Z" });
  render(<FreezeCallout wallet={wallet} frozenBy={undefined} blockedId="b" />);
  expect(screen.getByRole("status").textContent).toContain(text);
  expect(screen.getByRole("status").textContent).not.toContain("WAT");
});
