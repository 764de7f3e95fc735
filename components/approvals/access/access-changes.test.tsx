import { cleanup, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type AccessChange, accessChangeEndpoints } from "../../../contract/access-changes.ts";
import { type Call, refusal, renderPage, serve } from "../../testing/render-page.tsx";
import { aSession } from "../../testing/replies.ts";
import { AccessChanges } from "./access-changes.tsx";

const change: AccessChange = {
  id: "0190a000-0000-7000-8000-000000000001",
  kind: "member",
  subject: "0190a000-0000-7000-8000-000000000002",
  label: "Bola Ade",
  mode: "SANDBOX",
  status: "PENDING",
  creator: "0190a000-0000-7000-8000-000000000003",
  creatorName: "Ngozi Eze",
  before: { role: "Operator", approvalLimit: null },
  after: { role: "Admin", approvalLimit: 5_000 },
  neededLimit: 5_000,
  decidedByName: null,
  decidedAt: null,
  comment: null,
  reason: null,
  expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  createdAt: new Date().toISOString(),
  viewer: { canApprove: true, canWithdraw: false, reason: null },
};
let shown: AccessChange[];
let calls: Call[];
let onWrite: () => ReturnType<typeof refusal>;

beforeEach(() => {
  shown = [change];
  onWrite = () => ({ body: { status: true } });
  calls = serve(({ method, path }) => {
    if (method !== "GET") return onWrite();
    const data = path.includes("status=ALL") ? shown : shown.filter(({ status }) => status === "PENDING");
    const metadata = { page: 1, perPage: 100, totalRecords: data.length, totalPages: 1 };
    return { body: accessChangeEndpoints.listAccessChanges.reply.parse({ status: true, data, metadata }) };
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const writes = () => calls.filter(({ method }) => method !== "GET");

test("a change is approved with an idempotency key that a retry keeps", async () => {
  onWrite = () => refusal(503, "unavailable", "The service is busy.");
  renderPage(<AccessChanges />, { session: aSession("Admin") });
  const approve = await screen.findByRole("button", { name: /^Approve: Make Bola Ade Admin/ });
  await userEvent.click(approve);
  expect((await screen.findByRole("alert")).textContent).toContain("The service is busy.");
  onWrite = () => {
    shown = [{ ...change, status: "APPROVED", decidedByName: "Ada Obi", decidedAt: new Date().toISOString() }];
    return { body: { status: true } };
  };
  await userEvent.click(approve);
  expect(await screen.findByText("Approved")).toBeDefined();
  expect(writes().map(({ path }) => path)).toEqual(Array(2).fill(`/api/service/team/changes/${change.id}/approve`));
  const [first, second] = writes().map(({ headers }) => headers.get("idempotency-key"));
  expect(second).toBe(first);
});

test("a change that the member requested says why they cannot approve it, and is withdrawn with a reason", async () => {
  const reason = "You requested this change. Another approver must agree to it.";
  shown = [{ ...change, viewer: { canApprove: false, canWithdraw: true, reason } }];
  renderPage(<AccessChanges />, { session: aSession("Admin") });
  const approve = await screen.findByRole("button", { name: /^Approve/ });
  await userEvent.click(approve);
  expect(screen.getByText(reason)).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: /^Withdraw:/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Withdraw change" }));
  expect(screen.getByText("Give a reason.")).toBeDefined();
  await userEvent.type(screen.getByLabelText("Reason"), "Wrong person");
  await userEvent.click(screen.getByRole("button", { name: "Withdraw change" }));
  await vi.waitFor(() =>
    expect(writes().map(({ method, body }) => [method, body])).toEqual([["DELETE", { reason: "Wrong person" }]]),
  );
});
