import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { BalanceAlert } from "../../../contract/balance-alert.ts";
import type { BuiltInRole } from "../../../contract/permissions.ts";
import { type Answer, refusal, renderPage, serve } from "../../testing/render-page.tsx";
import { aSession } from "../../testing/replies.ts";
import { BalanceAlertForm } from "./balance-alert-form.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const members = [
  { id: "0190a000-0000-7000-8000-000000000021", firstName: "Ada", lastName: "Obi" },
  { id: "0190a000-0000-7000-8000-000000000022", firstName: "Bola", lastName: "Ade" },
];
const anAlert: BalanceAlert = { threshold: 5_000_000, memberIds: [members[0]?.id ?? ""], belowSince: null };

function open(alert: BalanceAlert | null, { put, role = "Admin" }: { put?: Answer; role?: BuiltInRole } = {}) {
  const calls = serve(({ path, method, body }) => {
    if (path.includes("/team/members")) return { body: { status: true, data: members, metadata: { totalRecords: 2 } } };
    if (method !== "PUT") return { body: { status: true, alert } };
    const { threshold, memberIds } = body as { threshold: number | null; memberIds: string[] | null };
    return (
      put ?? { body: { status: true, alert: threshold === null ? null : { threshold, memberIds, belowSince: null } } }
    );
  });
  renderPage(<BalanceAlertForm />, { session: aSession(role) });
  return () => calls.filter(({ method }) => method === "PUT").map(({ body }) => body);
}

const amount = () => screen.findByLabelText<HTMLInputElement>("Alert below");
const save = () => userEvent.click(screen.getByRole("button", { name: "Save alert" }));

test("sends kobo and the chosen members; none chosen stands for all Admins and main merchants", async () => {
  const sent = open(null);
  await userEvent.type(await amount(), "50k");
  await save();
  await waitFor(() => expect(sent()).toEqual([{ threshold: 5_000_000, memberIds: null }]));
  await userEvent.click(await screen.findByRole("checkbox", { name: "Bola Ade" }));
  await save();
  await waitFor(() => expect(sent()[1]).toEqual({ threshold: 5_000_000, memberIds: [members[1]?.id] }));
});

test("an empty amount removes the alert; zero is refused and stays", async () => {
  const sent = open(anAlert);
  expect((await amount()).value).toBe("50,000");
  expect((await screen.findByRole<HTMLInputElement>("checkbox", { name: "Ada Obi" })).checked).toBe(true);
  await userEvent.clear(await amount());
  await userEvent.type(await amount(), "0");
  await save();
  expect(screen.getByText("Leave it empty for no alert.")).toBeDefined();
  expect([(await amount()).value, sent()]).toEqual(["0", []]);
  await userEvent.clear(await amount());
  await save();
  await waitFor(() => expect(sent()).toEqual([{ threshold: null, memberIds: [members[0]?.id] }]));
});

test("a refusal is shown at its field or above the button, and keeps what was typed", async () => {
  open(null, { put: refusal(400, "validation_failed", "memberIds must be current members of this merchant.") });
  await userEvent.type(await amount(), "20k");
  await save();
  expect((await screen.findByRole("alert")).textContent).toMatch(/must be current members/);
  expect((await amount()).value).toBe("20k");
});

test("without the permission the alert is read-only, with the reason", async () => {
  const sent = open(anAlert, { role: "Support" });
  expect((await amount()).readOnly).toBe(true);
  await save();
  expect(screen.getByText(/can see the settings but not change them/)).toBeDefined();
  expect(sent()).toEqual([]);
});
