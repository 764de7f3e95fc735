// `fetch` to the dashboard's server is replaced; all code under test is real.
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { signIn, signOut } from "../../lib/api/auth.ts";
import { clearBrowserStorage } from "../../lib/api/browser-storage.ts";
import { interrupt, resumeSession, signInAgain, useInterruption } from "../../lib/api/interruptions.ts";
import { SessionProvider } from "../../lib/api/session-provider.tsx";
import { sendToOtherTabs } from "../../lib/api/tab-messages.ts";
import type { Session } from "../../lib/permissions.ts";
import { SessionChangedDialog } from "./session-changed-dialog.tsx";
import { SessionExpiredDialog } from "./session-expired-dialog.tsx";
import { SessionGuard } from "./session-guard.tsx";
import { StepUpDialog } from "./step-up-dialog.tsx";

const MINUTE = 60_000;
const dialogs = {
  StepUp: StepUpDialog,
  SessionExpired: SessionExpiredDialog,
  SessionChanged: SessionChangedDialog,
};
const PATIENTLY = { timeout: 5_000 };
const session: Session = {
  userId: "u1",
  email: "owner@demo.example",
  emailConfirmed: true,
  firstName: "Tola",
  lastName: "Ade",
  role: "MainMerchant",
  permissions: [],
  merchantId: "m1",
  merchantName: "Ada Ventures",
  mode: "SANDBOX",
};
const fetched = vi.fn<typeof fetch>();
const assign = vi.fn();

function posts(): string[] {
  return fetched.mock.calls.filter(([, init]) => init?.method === "POST").map(([url]) => String(url));
}

function openPage() {
  return render(
    <SessionProvider session={session}>
      <label>
        Reason <input defaultValue="half a sentence" />
      </label>
      <SessionGuard dialogs={dialogs} />
    </SessionProvider>,
  );
}

beforeEach(() => {
  assign.mockReset();
  fetched.mockReset();
  fetched.mockImplementation(async (url) =>
    Response.json(url === "/api/auth/csrf" ? { csrfToken: "c" } : { url: "http://localhost:3000/" }),
  );
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("location", { href: "http://localhost:3000/wallets", assign });
  window.localStorage.clear();
  window.sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  act(resumeSession);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("another tab", () => {
  it.each([
    { kind: "merchant_changed", merchantId: "m1" } as const,
    { kind: "mode_changed", merchantId: "m1", mode: "SANDBOX" } as const,
    { kind: "mode_changed", merchantId: "m2", mode: "PRODUCTION" } as const,
    { kind: "signed_in", email: " OWNER@demo.example" } as const,
  ])("sending %o does not interrupt this page", async (message) => {
    openPage();
    render(<Stopped />);
    sendToOtherTabs(message);
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.getByText("goes on")).toBeDefined();
  });
});

describe("an expired session", () => {
  it("asks for the password over the page and then repeats the waiting reads", async () => {
    openPage();
    let isResumed = false;
    act(() => void signInAgain().then(() => (isResumed = true)));
    expect(await screen.findByRole("dialog", { name: "Your session has ended" }, PATIENTLY)).toBeDefined();
    expect(screen.getByLabelText("E-mail")).toHaveProperty("value", session.email);
    await userEvent.keyboard("{Escape}");
    await userEvent.type(screen.getByLabelText("Password"), "demo-password");
    await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(isResumed).toBe(true);
    expect(screen.getByLabelText("Reason")).toHaveProperty("value", "half a sentence");
  });

  it("resumes without a password when the same member signs in in another tab", async () => {
    openPage();
    act(() => void signInAgain());
    sendToOtherTabs({ kind: "signed_in", email: "Owner@demo.example" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

describe("another member", () => {
  it("who signs in in another tab interrupts this page", async () => {
    openPage();
    sendToOtherTabs({ kind: "signed_in", email: "support@demo.example" });
    await userEvent.click(await screen.findByRole("button", { name: "Reload" }));
    expect(assign).toHaveBeenCalledWith("/");
  });

  it("cannot sign in on the first member's page", async () => {
    openPage();
    act(() => interrupt("session_changed"));
    act(() => void signInAgain());
    expect(await screen.findByRole("dialog", { name: "Someone else has signed in" })).toBeDefined();
    // A reload: the page is gone.
    act(() => interrupt("session_changed"));
  });
});

describe("signing out", () => {
  it("in another tab ends this page and clears its storage except display preferences", async () => {
    openPage();
    window.sessionStorage.setItem("recents", "x");
    window.localStorage.setItem("draft", "x");
    window.localStorage.setItem("theme", "dark");
    sendToOtherTabs({ kind: "signed_out" });
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/login"));
    expect([window.sessionStorage.length, { ...window.localStorage }]).toEqual([0, { theme: "dark" }]);
    expect(posts()).toEqual([]);
  });

  it("happens after 30 minutes without input", async () => {
    vi.useFakeTimers();
    openPage();
    await act(() => vi.advanceTimersByTimeAsync(29 * MINUTE));
    expect(posts()).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(2 * MINUTE));
    expect(posts()).toEqual(["/api/auth/signout"]);
    expect(assign).toHaveBeenCalledWith("/login");
  });

  it("closes the page without an answer too, and is repeated by the next page, until it succeeds", async () => {
    const ends = fetched.getMockImplementation();
    const limit = new AbortController();
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
    fetched.mockImplementation(async (_, init) => {
      await new Promise((resolve) => init?.signal?.addEventListener("abort", resolve));
      throw new Error("late");
    });
    const leaving = signOut();
    limit.abort();
    await leaving;
    expect(assign).toHaveBeenCalledWith("/login");
    expect(posts()).toEqual([]);
    // What another tab does on the same sign-out.
    clearBrowserStorage();
    if (ends) fetched.mockImplementation(ends);
    openPage();
    await waitFor(() => expect(posts()).toEqual(["/api/auth/signout"]));
    await waitFor(() => expect({ ...window.localStorage }).toEqual({}));
  });

  it("that is due is forgotten by a sign-in", async () => {
    window.localStorage.setItem("sign-out-due", "1");
    await signIn({ email: session.email, password: "demo-password" });
    openPage();
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(posts()).toEqual(["/api/auth/callback/credentials"]);
  });

  it("is postponed while someone is active in this tab or another one", async () => {
    vi.useFakeTimers();
    openPage();
    await act(() => vi.advanceTimersByTimeAsync(20 * MINUTE));
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "a" }));
    await act(() => vi.advanceTimersByTimeAsync(20 * MINUTE));
    window.localStorage.setItem("last-input", String(Date.now()));
    await act(() => vi.advanceTimersByTimeAsync(20 * MINUTE));
    expect(posts()).toEqual([]);
  });

  it("comes before the input that wakes a sleeping computer", async () => {
    vi.useFakeTimers();
    openPage();
    vi.setSystemTime(Date.now() + 8 * 60 * MINUTE);
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "a" }));
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(posts()).toEqual(["/api/auth/signout"]);
  });
});

// Last, because only a page load ends these interruptions.
describe("a page of another person, merchant or mode", () => {
  it.each([
    [{ kind: "merchant_changed", merchantId: "m2" } as const, "merchant_changed"],
    [{ kind: "mode_changed", merchantId: "m1", mode: "PRODUCTION" } as const, "mode_changed"],
    [{ kind: "signed_in", email: "else@demo.example" } as const, "session_changed"],
  ])("is interrupted when another tab sends %o", async (message, why) => {
    openPage();
    render(<Stopped />);
    sendToOtherTabs(message);
    expect(await screen.findByText(why)).toBeDefined();
  });
});

function Stopped() {
  return <p>{useInterruption() ?? "goes on"}</p>;
}
