import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { permissionsOfRole } from "../../contract/permissions.ts";
import { refusal, renderPage, serve } from "../testing/render-page.tsx";
import { aSession } from "../testing/replies.ts";
import { RolesPage } from "./roles-page.tsx";
import { TeamPage } from "./team-page.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const id = (last: number) => `01900000-0000-7000-8000-00000000000${last}`;
const roles = (["MainMerchant", "Admin", "Operator", "Support"] as const).map((name, nth) => ({
  id: id(nth + 1),
  name,
  permissions: [...permissionsOfRole[name]],
  builtIn: true,
}));
const member = (nth: number, role: string, email: string) => ({
  ...{ id: `m-${nth}`, roleId: id(nth), role, email, firstName: role, lastName: "Person", approvalLimit: null },
});
const members = [
  member(1, "MainMerchant", "owner@demo.example"),
  member(2, "Admin", "admin@demo.example"),
  member(3, "Operator", "operator@demo.example"),
];
const list = (data: object[]) => ({
  body: { status: true, data, metadata: { page: 1, perPage: 100, totalRecords: data.length, totalPages: 1 } },
});

function serveTeam(write: () => ReturnType<typeof refusal> = () => ({ body: { status: true } })) {
  return serve(({ method, path }) => {
    if (method !== "GET") return write();
    if (path.includes("/team/members")) return list(members);
    return path.includes("/team/roles") ? { body: { status: true, data: roles } } : list([]);
  });
}

test("a limit is typed in naira and sent in kobo, alone", async () => {
  const calls = serveTeam();
  renderPage(<TeamPage />, { session: aSession("Admin") });
  await userEvent.click(await screen.findByRole("button", { name: "Change role or limit of Operator Person" }));
  const sheet = within(await screen.findByRole("dialog"));
  await userEvent.type(sheet.getByLabelText("Approval limit"), "50,000.50");
  expect(sheet.getByText("₦50,000.50 · 5,000,050 kobo")).toBeDefined();
  await userEvent.click(sheet.getByRole("button", { name: "Save member" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const write = calls.find(({ method }) => method === "PUT");
  expect([write?.path, write?.body]).toEqual(["/api/service/team/member/m-3", { approvalLimit: 5_000_050 }]);
});

test("members who cannot approve have no limit field", async () => {
  serveTeam();
  renderPage(<TeamPage />, { session: aSession("Admin") });
  expect(await screen.findByText("Can’t approve")).toBeDefined();
  const limits = screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getAllByRole("cell")[3]?.textContent);
  expect(limits).toEqual(["No limit", "No limit", "Can’t approve"]);
});

test("admins see why a MainMerchant cannot be changed, and a click does nothing", async () => {
  serveTeam();
  renderPage(<TeamPage />, { session: aSession("Admin") });
  const button = await screen.findByRole("button", { name: "Remove MainMerchant Person" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(button.getAttribute("title")).toBe("Only a MainMerchant can remove a MainMerchant.");
  await userEvent.click(button);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a member is removed only after their email is typed; a refusal keeps the sheet open", async () => {
  const calls = serveTeam(() => refusal(400, "last_main_merchant", "A team needs a MainMerchant."));
  renderPage(<TeamPage />, { session: aSession("MainMerchant", { email: "owner@demo.example" }) });
  await userEvent.click(await screen.findByRole("button", { name: "Remove Admin Person" }));
  const sheet = within(await screen.findByRole("dialog"));
  await userEvent.click(sheet.getByRole("button", { name: "Remove member" }));
  expect(await sheet.findByText("This is not their e-mail.")).toBeDefined();
  expect(calls.some(({ method }) => method === "DELETE")).toBe(false);
  await userEvent.type(sheet.getByRole("textbox"), "admin@demo.example");
  await userEvent.click(sheet.getByRole("button", { name: "Remove member" }));
  expect(await sheet.findByText("A team needs a MainMerchant.")).toBeDefined();
});

test("an invitation sends role, limit and its own key", async () => {
  const calls = serveTeam();
  renderPage(<TeamPage />, { session: aSession("Admin") });
  await userEvent.click(await screen.findByRole("button", { name: "Invite a colleague" }));
  const sheet = within(await screen.findByRole("dialog"));
  await userEvent.type(sheet.getByLabelText("E-mail"), "new@demo.example");
  await waitFor(() => expect(sheet.getByRole("option", { name: "Support" })).toBeDefined());
  expect((sheet.getByRole("option", { name: /^MainMerchant:/ }) as HTMLOptionElement).disabled).toBe(true);
  await userEvent.selectOptions(sheet.getByLabelText("Role"), id(4));
  await userEvent.click(sheet.getByRole("button", { name: "Send invitation" }));
  await waitFor(() => expect(calls.some(({ method }) => method === "POST")).toBe(true));
  const write = calls.find(({ method }) => method === "POST");
  expect(write?.body).toEqual({ email: "new@demo.example", roleId: id(4), approvalLimit: null });
  expect(write?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f-]{36}$/);
});

test("permissions that the user lacks cannot be granted, and the checkbox gives the reason", async () => {
  serveTeam();
  const session = aSession("Support", { role: "Lead", permissions: ["BROWSE_ROLES", "MANAGE_ROLES"] });
  renderPage(<RolesPage />, { session });
  await userEvent.click(await screen.findByRole("button", { name: "New role" }));
  const sheet = within(await screen.findByRole("dialog"));
  const box = sheet.getByRole("checkbox", { name: /GENERATE_KEYS/ }) as HTMLInputElement;
  await userEvent.click(box);
  expect([box.checked, box.getAttribute("aria-disabled")]).toEqual([false, "true"]);
  await userEvent.click(sheet.getByRole("checkbox", { name: /BROWSE_ROLES/ }));
  expect((sheet.getByRole("checkbox", { name: /BROWSE_ROLES/ }) as HTMLInputElement).checked).toBe(true);
});

/** Invitations 1 to `count`, 20 a page; withdrawing removes the last one. */
function serveInvitations(count: number) {
  let left = Array.from({ length: count }, (_, nth) => nth + 1);
  return serve(({ method, path }) => {
    if (method === "POST") return new Promise(() => undefined);
    if (method === "DELETE") left = left.slice(0, -1);
    if (!path.includes("/team/invitations")) return list([]);
    const page = Number(new URL(path, "http://x").searchParams.get("page"));
    const data = left.slice((page - 1) * 20, page * 20).map((nth) => ({
      ...{ id: `i-${nth}`, email: `p${nth}@demo.example`, role: "Support", accepted: false },
      expiresAt: "2099-01-01T00:00:00.000Z",
    }));
    const metadata = { page, perPage: 20, totalRecords: left.length, totalPages: Math.ceil(left.length / 20) };
    return { body: { status: true, data, metadata } };
  });
}

test("when the last page loses its only invitation, the previous page is shown", async () => {
  serveInvitations(21);
  renderPage(<TeamPage />);
  await userEvent.click(await screen.findByRole("button", { name: "Older" }));
  await userEvent.click(await screen.findByRole("button", { name: "Withdraw the invitation of p21@demo.example" }));
  await userEvent.click(await screen.findByRole("button", { name: "Withdraw invitation" }));
  expect(await screen.findByText("p20@demo.example")).toBeDefined();
  expect(screen.queryByText("No open invitations.")).toBeNull();
});

test("an invitation is sent again once, however often it is clicked", async () => {
  const calls = serveInvitations(1);
  renderPage(<TeamPage />);
  await userEvent.dblClick(await screen.findByRole("button", { name: "Send again to p1@demo.example" }));
  await waitFor(() => expect(calls.filter(({ method }) => method === "POST")).toHaveLength(1));
});
