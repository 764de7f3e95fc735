import { expect, test } from "vitest";
import type { ApproverRow } from "../../db/approvals/approvals.ts";
import {
  type Approvable,
  approversOf,
  evaluateApprover,
  failureOfDecliner,
  highestLimitOfOthers,
  isFirstApprovalValid,
} from "./approvers.ts";

const AMOUNT = 7_500_000n;

function requestOf(creator: string, more: Partial<Approvable> = {}): Approvable {
  return { creator, amount: AMOUNT, approversNeeded: 1, firstApprover: null, ...more };
}

const me = (limit: bigint | null): ApproverRow => ({ memberId: "me", name: "Me", limit, lacksFactor: false });
const other = (limit: bigint | null): ApproverRow => ({ memberId: "other", name: "Other", limit, lacksFactor: false });

const noPermission = { selfApproval: false, failure: "You do not have the permission APPROVE_TRANSFER." };
const over = { selfApproval: false, failure: "Your approval limit is ₦50,000.00; this is ₦75,000.00." };
const own = { selfApproval: false, failure: "You submitted this transaction. Another member must approve it." };
const yes = { selfApproval: false, failure: null };
const alone = { selfApproval: true, failure: null };

test.each<[string, string, ApproverRow[], { selfApproval: boolean; failure: string | null }]>([
  ["without the permission", "maker", [other(null)], noPermission],
  ["without the permission, their own", "me", [other(null)], noPermission],
  ["without the permission and nobody has it", "me", [], noPermission],
  ["without a limit", "maker", [me(null)], yes],
  ["with a limit of exactly the amount", "maker", [me(AMOUNT)], yes],
  ["with a limit one kobo below", "maker", [me(5_000_000n)], over],
  [
    "with a limit of nothing",
    "maker",
    [me(0n)],
    { ...over, failure: "Your approval limit is ₦0.00; this is ₦75,000.00." },
  ],
  ["on their own request while another without a limit could", "me", [me(null), other(null)], own],
  ["on their own request while another with enough could", "me", [me(null), other(AMOUNT)], own],
  ["on their own request while the other's limit is below", "me", [me(null), other(AMOUNT - 1n)], alone],
  ["on their own request while nobody else may approve", "me", [me(null)], alone],
  ["on their own request, alone, above their limit", "me", [me(5_000_000n)], over],
  ["on their own request above their limit while another could", "me", [me(5_000_000n), other(null)], over],
])("evaluates a member %s", (_title, creator, approvers, verdict) => {
  const { selfApproval, failure } = evaluateApprover(requestOf(creator), "me", approvers);
  expect({ selfApproval, failure: failure?.message ?? null }).toEqual(verdict);
});

test("a refusal by the limit names both amounts in kobo too", () => {
  const { failure } = evaluateApprover(requestOf("maker"), "me", [me(5_000_050n)]);
  expect(failure).toMatchObject({
    code: "approval_limit_exceeded",
    message: "Your approval limit is ₦50,000.50; this is ₦75,000.00.",
    errors: [{ limit: 5_000_050, amount: 7_500_000 }],
  });
});

test("what another could approve reaches as far as the greatest limit but one's own", () => {
  expect(highestLimitOfOthers([me(null)], "me")).toBe(-1n);
  expect(highestLimitOfOthers([me(null), other(5n), { ...other(9n), memberId: "third" }], "me")).toBe(9n);
  expect(highestLimitOfOthers([me(1n), other(5n), { ...other(null), memberId: "third" }], "me")).toBeNull();
});

test("who may approve is the others whose limit reaches, or the initiator alone", () => {
  const names = (approvers: ApproverRow[], creator = "me") =>
    approversOf(approvers, requestOf(creator)).map((approver) => approver.name);
  expect(names([me(null), other(null)])).toEqual(["Other"]);
  expect(names([me(null), other(1n)])).toEqual(["Me"]);
  expect(names([me(1n), other(1n)])).toEqual([]);
  expect(names([me(null), other(1n)], "maker")).toEqual(["Me"]);
});

test("of two approvers neither is the initiator, even alone, and the second is not the first", () => {
  const two = (creator: string, firstApprover: string | null = null) =>
    requestOf(creator, { approversNeeded: 2, firstApprover });
  const codeOf = (item: Approvable, approvers = [me(null), other(null)]) =>
    evaluateApprover(item, "me", approvers).failure?.code ?? null;
  expect(codeOf(two("maker"))).toBeNull();
  expect(codeOf(two("maker", "other"))).toBeNull();
  expect(codeOf(two("maker", "me"))).toBe("approval_repeated");
  expect(codeOf(two("me"), [me(null)])).toBe("approval_own");
  expect(codeOf(two("maker"), [me(AMOUNT - 1n), other(null)])).toBe("approval_limit_exceeded");
  expect(failureOfDecliner(two("maker", "me"), "me", [me(null)])).toBeNull();
  const names = (item: Approvable) => approversOf([me(null), other(null)], item).map(({ name }) => name);
  expect(names(two("maker", "me"))).toEqual(["Other"]);
  expect(names(two("me", "other"))).toEqual([]);
});

test("a first approval counts while its member may approve the amount", () => {
  const item = requestOf("maker", { approversNeeded: 2, firstApprover: "other" });
  expect(isFirstApprovalValid(item, [other(AMOUNT)])).toBe(true);
  expect(isFirstApprovalValid(item, [other(AMOUNT - 1n)])).toBe(false);
  expect(isFirstApprovalValid(item, [me(null)])).toBe(false);
});
