import { expect, test } from "vitest";
import { changeText } from "./change-text.ts";

test.each([
  [
    { kind: "invitation", label: "a@b.example", before: null, after: { role: "Admin", approvalLimit: 5_000 } },
    "Invite a@b.example as Admin, with an approval limit of ₦50.00",
  ],
  [
    {
      kind: "member",
      label: "Bola Ade",
      before: { role: "Operator", approvalLimit: null },
      after: { role: "Admin", approvalLimit: null },
    },
    "Make Bola Ade Admin, without an approval limit",
  ],
  [
    {
      kind: "member",
      label: "Bola Ade",
      before: { role: "Admin", approvalLimit: 100 },
      after: { role: "Admin", approvalLimit: null },
    },
    "Let Bola Ade approve without an approval limit, now with an approval limit of ₦1.00",
  ],
  [
    { kind: "role", label: "Teller", before: { permissions: [] }, after: { permissions: ["APPROVE_TRANSFER"] } },
    "Let members with the role Teller approve",
  ],
  [
    {
      kind: "settings",
      label: "SANDBOX",
      before: { requireTwoFactor: false },
      after: { requireTwoFactor: true },
    },
    "Switch “Approving needs two-factor sign-in” on",
  ],
] as const)("%o", (change, text) => {
  expect(changeText(change)).toBe(text);
});
