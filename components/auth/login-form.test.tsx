// `fetch` to the dashboard's server is replaced; all code under test is real.
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LoginForm } from "./login-form.tsx";

const fetched = vi.fn<typeof fetch>();
const onSignedIn = vi.fn();

/** A next-auth response: the redirect URL with an error code. */
function answer(error?: string) {
  fetched.mockImplementation(async (input) => {
    if (input === "/api/auth/csrf") return Response.json({ csrfToken: "c-1" });
    const url = `http://localhost:3000/${error === undefined ? "" : `api/auth/error?error=${error}`}`;
    return Response.json({ url }, { status: error === undefined ? 200 : 401 });
  });
}

async function signIn(fixedEmail?: string) {
  const user = userEvent.setup();
  render(<LoginForm onSignedIn={onSignedIn} {...(fixedEmail && { fixedEmail })} />);
  if (fixedEmail) fireEvent.change(screen.getByLabelText("E-mail"), { target: { value: "another@demo.example" } });
  else await user.type(screen.getByLabelText("E-mail"), "tola@demo.example");
  await user.type(screen.getByLabelText("Password"), "a password");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  return user;
}

function posted() {
  return fetched.mock.calls.filter(([, init]) => init?.method === "POST").map(([, init]) => String(init?.body));
}

beforeEach(() => {
  fetched.mockReset();
  onSignedIn.mockReset();
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the sign-in form", () => {
  it("posts the input with the CSRF token and calls `onDone`", async () => {
    answer();
    await signIn();
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(1));
    expect(posted()).toEqual(["email=tola%40demo.example&password=a+password&csrfToken=c-1&callbackUrl=%2F&json=true"]);
  });

  it("shows the reason why a merchant is suspended, and keeps the input", async () => {
    answer(encodeURIComponent("merchant_suspended.This merchant is suspended by the platform. Reason: Fraud report."));
    await signIn();
    expect((await screen.findByRole("alert")).textContent).toContain("Reason: Fraud report.");
    expect(screen.getByLabelText("E-mail")).toHaveProperty("value", "tola@demo.example");
  });

  it("signs in only the given person", async () => {
    answer();
    await signIn("owner@demo.example");
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(1));
    expect(screen.getByLabelText("E-mail")).toHaveProperty("readOnly", true);
    expect(posted()[0]).toContain("email=owner%40demo.example");
  });

  it.each([
    ["wrong_login", "E-mail or password is wrong"],
    ["not_verified", "Account not activated yet"],
    ["no_merchant", "You no longer belong to a merchant"],
    ["service_unreachable", "Service unavailable"],
    ["SomethingOfNextAuth", "Service unavailable"],
  ])("explains %s and keeps the input", async (word, title) => {
    answer(word);
    await signIn();
    expect((await screen.findByRole("alert")).textContent).toContain(title);
    expect(screen.getByLabelText("E-mail")).toHaveProperty("value", "tola@demo.example");
    expect(screen.getByLabelText("Password")).toHaveProperty("value", "a password");
    expect(document.activeElement).toBe(screen.getByLabelText("Password"));
    expect(onSignedIn).not.toHaveBeenCalled();
  });

  it("continues with an account that is not verified, with the input", async () => {
    answer("not_verified");
    const onUnverified = vi.fn();
    const user = userEvent.setup();
    render(<LoginForm onSignedIn={onSignedIn} onUnverified={onUnverified} />);
    await user.type(screen.getByLabelText("E-mail"), "tola@demo.example");
    await user.type(screen.getByLabelText("Password"), "a password{Enter}");
    const account = { email: "tola@demo.example", password: "a password" };
    await waitFor(() => expect(onUnverified).toHaveBeenCalledWith(account));
  });

  it("asks for a code when the service requires one and sends it with the earlier input", async () => {
    answer("two_factor_required");
    const user = await signIn("owner@demo.example");
    const code = await screen.findByLabelText("Code");
    await waitFor(() => expect(document.activeElement).toBe(code));
    expect(screen.queryByLabelText("Password")).toBeNull();
    answer("two_factor_wrong");
    await user.type(code, "000000{Enter}");
    expect((await screen.findByRole("alert")).textContent).toContain("wrong or was already used");
    answer();
    await user.clear(code);
    await user.type(code, " 123 456 {Enter}");
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(1));
    const last = new URLSearchParams(posted().at(-1));
    expect([last.get("email"), last.get("password"), last.get("code")]).toEqual([
      "owner@demo.example",
      "a password",
      "123 456",
    ]);
  });

  it("goes back from the code to the password", async () => {
    answer("two_factor_required");
    const user = await signIn();
    await user.type(await screen.findByLabelText("Code"), "1");
    await user.click(screen.getByRole("button", { name: "Back" }));
    expect(screen.getByLabelText("E-mail")).toHaveProperty("value", "tola@demo.example");
    expect(screen.getByLabelText("Password")).toHaveProperty("value", "a password");
  });

  it("counts down a locked sign-in and posts nothing until it ends", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    answer("login_locked.75");
    const user = await signIn();
    const button = await screen.findByRole("button", { name: "Try again in 1:15" });
    await user.click(button);
    await user.type(screen.getByLabelText("Password"), "{Enter}");
    expect(posted()).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(76_000));
    expect(screen.getByRole("status").textContent).toContain("You can try again now.");
    await user.click(screen.getByRole("button", { name: "Sign in" }));
    expect(posted()).toHaveLength(2);
  });

  it("locks only one e-mail", async () => {
    answer("login_locked.75");
    const user = await signIn();
    await screen.findByRole("button", { name: "Try again in 1:15" });
    answer();
    await user.type(screen.getByLabelText("E-mail"), "x");
    expect(screen.queryByRole("alert")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Sign in" }));
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(1));
  });

  it("reports that the dashboard is unreachable", async () => {
    fetched.mockRejectedValue(new TypeError("Failed to fetch"));
    await signIn();
    expect((await screen.findByRole("alert")).textContent).toContain("Service unavailable");
  });

  it("asks for missing input before it sends anything", async () => {
    render(<LoginForm onSignedIn={onSignedIn} />);
    await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
    expect(await screen.findByText("Enter your e-mail.")).toBeDefined();
    expect(screen.getByLabelText("E-mail").getAttribute("aria-invalid")).toBe("true");
    expect(fetched).not.toHaveBeenCalled();
  });

  it("shows the password while the toggle is on", async () => {
    render(<LoginForm onSignedIn={onSignedIn} />);
    expect(screen.getByLabelText("Password")).toHaveProperty("type", "password");
    await userEvent.click(screen.getByRole("button", { name: "Show password" }));
    expect(screen.getByLabelText("Password")).toHaveProperty("type", "text");
    await userEvent.click(screen.getByRole("button", { name: "Hide password" }));
    expect(screen.getByLabelText("Password")).toHaveProperty("type", "password");
  });

  it("says when the browser has no passkeys, and the password still works", async () => {
    answer();
    render(<LoginForm onSignedIn={onSignedIn} />);
    await userEvent.click(screen.getByRole("button", { name: "Sign in with a passkey" }));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "This browser doesn’t support passkeys. Sign in with your password.",
    );
    expect(posted()).toEqual([]);
    await userEvent.type(screen.getByLabelText("E-mail"), "tola@demo.example");
    await userEvent.type(screen.getByLabelText("Password"), "a password");
    await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(1));
  });
});
