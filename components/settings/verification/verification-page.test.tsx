import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { BusinessDocument, BusinessVerification } from "../../../contract/business-verification.ts";
import { refusal, renderPage, serve } from "../../testing/render-page.tsx";
import { aSession } from "../../testing/replies.ts";
import { VerificationPage } from "./verification-page.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const AT = "2026-11-20T09:00:00.000Z";
const aDocument = (changes: Partial<BusinessDocument> = {}): BusinessDocument => ({
  id: "0190a000-0000-7000-8000-000000000001",
  kind: "proofOfAddress",
  state: "under_review",
  fileName: "bill.pdf",
  contentType: "application/pdf",
  bytes: 120_000,
  uploadedBy: "Ngozi Eze",
  uploadedAt: AT,
  submittedAt: AT,
  decidedAt: null,
  reason: null,
  ...changes,
});
const aVerification = (changes: Partial<BusinessVerification> = {}): BusinessVerification => ({
  state: "incomplete",
  canGoLive: false,
  emailConfirmed: true,
  canSubmit: false,
  missing: ["certificateOfIncorporation", "proofOfAddress", "directorId"],
  answerBy: null,
  documents: [],
  ...changes,
});

function open(verification: BusinessVerification, role: "MainMerchant" | "Admin" = "MainMerchant") {
  const calls = serve(({ method }) =>
    method === "POST"
      ? refusal(403, "email_unconfirmed", "Confirm your e-mail first.")
      : { body: { status: true, verification } },
  );
  renderPage(<VerificationPage />, { session: aSession(role) });
  return calls;
}

const itemOf = async (name: string) =>
  within((await screen.findByRole("heading", { level: 3, name })).closest("li") as HTMLElement);

test.each([
  [{}, "Not submitted yet", /Still missing: Certificate of incorporation, Proof of address, ID of a director/],
  [{ canSubmit: true, missing: [] }, "Ready to submit", /Submit them for review/],
  [{ state: "under_review", missing: [], answerBy: "2026-11-24T09:00:00.000Z" }, "Under review", /answer by 24 Nov/],
  [{ state: "under_review", missing: [] }, "Under review", /checking your business again/],
  [{ state: "changes_needed", missing: ["directorId"] }, "A document was not accepted", /missing: ID of a director/],
  [{ state: "verified", canGoLive: true, missing: [] }, "Your business is verified", /Settings, Account/],
  [{ state: "declined" }, "The platform declined the review", /Ask the platform/],
] as const)("%j reads as %s", async (changes, title, text) => {
  open(aVerification(changes as Partial<BusinessVerification>));
  await screen.findByRole("heading", { level: 2, name: "Status" });
  const status = within(screen.getByRole("status"));
  expect(status.getByText(title).parentElement?.textContent).toMatch(text);
});

test("each document shows its state, its file and why it was not accepted; an accepted one is not replaced", async () => {
  const reason = "The bill is older than three months";
  const documents = [
    aDocument({ kind: "certificateOfIncorporation", state: "accepted" }),
    aDocument({ state: "refused", reason }),
  ];
  open(aVerification({ state: "changes_needed", documents, missing: ["proofOfAddress", "directorId"] }));
  const bill = await itemOf("Proof of address");
  expect(bill.getByText("Not accepted")).toBeDefined();
  expect(bill.getByText(`Reason: ${reason}`)).toBeDefined();
  expect(bill.getByText("118 kB")).toBeDefined();
  expect(bill.getByRole("button", { name: "Replace: Proof of address" })).toBeDefined();
  const certificate = await itemOf("Certificate of incorporation");
  expect(certificate.queryByRole("button", { name: /Replace/ })).toBeNull();
  expect(certificate.getByRole("button", { name: "Download: Certificate of incorporation" })).toBeDefined();
  expect((await itemOf("ID of a director")).getByText("Missing")).toBeDefined();
});

test("a file that the service would refuse anyway is not sent", async () => {
  const calls = open(aVerification());
  const item = await itemOf("ID of a director");
  const input = document.querySelectorAll<HTMLInputElement>("input[type=file]")[2] as HTMLInputElement;
  const large = new File(["x"], "scan.pdf");
  Object.defineProperty(large, "size", { value: 12 * 1_048_576 });
  fireEvent.change(input, { target: { files: [large] } });
  expect(item.getByRole("alert").textContent).toMatch(/This file has 12 MB. The limit is 10 MB/);
  fireEvent.change(input, { target: { files: [new File([], "scan.pdf")] } });
  expect(item.getByRole("alert").textContent).toMatch(/empty/);
  expect(calls.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("submitting is blocked with the reason; a refusal is shown beside the button", async () => {
  open(aVerification());
  const button = await screen.findByRole("button", { name: "Submit for review" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByText("Upload the missing documents first.")).toBeDefined();
  cleanup();
  open(aVerification({ canSubmit: true, missing: [] }));
  await userEvent.click(await screen.findByRole("button", { name: "Submit for review" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(/Confirm your e-mail first/);
});

test("only a main merchant uploads, downloads and submits; others see the states", async () => {
  open(aVerification({ state: "under_review", missing: [], documents: [aDocument()] }), "Admin");
  expect((await itemOf("Proof of address")).getByText("Under review")).toBeDefined();
  expect(screen.getByText(/Only a main merchant can/)).toBeDefined();
  expect(screen.queryAllByRole("button")).toEqual([]);
});
