// `fetch` to the dashboard's server is replaced; all code under test is real.
import { renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Session } from "../permissions.ts";
import { readBeforeWrite, resumeSession, useInterruption } from "./interruptions.ts";
import { createQueryClient } from "./query-provider.tsx";
import { request } from "./request.ts";
import { isRefused, ServiceError } from "./service-error.ts";
import { endStepUp, useStepUp } from "./step-up.ts";

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
const reply = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });
const failure = (status: number, code: string) =>
  reply(status, { status: false, code, message: "No.", requestId: "r-1" });
const write = { method: "POST", path: "/wallet/close", body: { reason: "x" } } as const;

async function refusalOf(promise: Promise<unknown>): Promise<ServiceError> {
  const error = await promise.catch((caught: unknown) => caught);
  if (error instanceof ServiceError) return error;
  throw new Error("not a ServiceError");
}

function dialogOpens(): Promise<void> {
  const { result } = renderHook(() => useInterruption());
  return waitFor(() => expect(result.current).toBe("session_expired"));
}

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  resumeSession();
  vi.unstubAllGlobals();
});

it("lets a write after a read go on only in the session in which its button was pressed", async () => {
  fetched.mockResolvedValueOnce(failure(401, "session_expired"));
  fetched.mockImplementation(async () => reply(200, { status: true, data: 1 }));
  const read = () =>
    readBeforeWrite(createQueryClient(), {
      queryKey: ["wallet"],
      queryFn: () => request(session, { path: "/wallet" }),
    });
  const refusal = refusalOf(read());
  await dialogOpens();
  resumeSession();
  expect(await refusal).toMatchObject({ code: "session_expired" });
  expect(await read()).toMatchObject({ data: 1 });
});

describe("a call", () => {
  it("sends the page's mode and member and the idempotency key", async () => {
    fetched.mockResolvedValue(reply(200, { status: true, data: { amount: 5 } }));
    const query = { page: 2, search: undefined };
    const answer = await request<{ data: { amount: number } }>(session, { ...write, query, idempotencyKey: "k-1" });
    expect(answer.data.amount).toBe(5);
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe("/api/service/wallet/close?page=2");
    expect(init).toMatchObject({ method: "POST", body: '{"reason":"x"}', credentials: "same-origin" });
    expect(Object.fromEntries(new Headers(init?.headers))).toEqual({
      accept: "application/json",
      "content-type": "application/json",
      "idempotency-key": "k-1",
      "x-account-mode": "SANDBOX",
      "x-session-of": "m1.u1",
    });
  });

  it("of the webhook family uses `success` instead of `status`", async () => {
    fetched.mockResolvedValueOnce(reply(200, { success: true, data: 1 }));
    expect(await request(session, { path: "/x" })).toMatchObject({ data: 1 });
    fetched.mockResolvedValueOnce(reply(200, { success: false, message: "No.", code: "c", requestId: "r" }));
    expect(await refusalOf(request(session, { path: "/x" }))).toMatchObject({ code: "c", message: "No." });
  });

  it("that is refused reports code, message, fields, request ID and retry delay", async () => {
    const errors = [{ field: "reason", message: "is too short" }];
    const body = { status: false, code: "validation_failed", message: "Some fields.", requestId: "r-9", errors };
    fetched.mockResolvedValue(reply(400, body, { "Retry-After": "30" }));
    expect(await refusalOf(request(session, write))).toMatchObject({
      code: "validation_failed",
      status: 400,
      fields: errors,
      requestId: "r-9",
      retryAfterSeconds: 30,
    });
  });
});

describe("an unknown outcome", () => {
  it.each([
    ["the proxy reports it", () => Promise.resolve(failure(504, "outcome_unknown"))],
    ["the connection fails", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["another server responds", () => Promise.resolve(new Response("<html>", { status: 502 }))],
    ["a success is unreadable", () => Promise.resolve(new Response("<html>", { status: 200 }))],
  ])("is reported for a write when %s", async (_name, answer) => {
    fetched.mockImplementation(answer);
    expect((await refusalOf(request(session, write))).code).toBe("outcome_unknown");
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it("is not reported for a read or for a write that was never sent", async () => {
    fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    expect((await refusalOf(request(session, { path: "/x" }))).code).toBe("service_unreachable");
    fetched.mockResolvedValueOnce(failure(503, "service_unreachable"));
    expect((await refusalOf(request(session, write))).code).toBe("service_unreachable");
  });

  it("cannot occur offline: the write is not sent", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    expect((await refusalOf(request(session, write))).code).toBe("offline");
    expect(fetched).not.toHaveBeenCalled();
  });
});

describe("an expired session", () => {
  it("makes a read wait for sign-in and then repeats it", async () => {
    fetched.mockResolvedValueOnce(failure(401, "session_expired"));
    fetched.mockResolvedValueOnce(reply(200, { status: true, data: 1 }));
    const answer = request(session, { path: "/x" });
    await dialogOpens();
    resumeSession();
    expect(await answer).toMatchObject({ data: 1 });
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it("rejects a write, which can be repeated with the same key", async () => {
    fetched.mockResolvedValue(failure(401, "session_expired"));
    expect((await refusalOf(request(session, { ...write, idempotencyKey: "k" }))).code).toBe("session_expired");
    resumeSession();
    await Promise.resolve();
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it("does not repeat a read whose page was left", async () => {
    fetched.mockResolvedValue(failure(401, "session_expired"));
    const page = new AbortController();
    const answer = request(session, { path: "/x", signal: page.signal });
    await dialogOpens();
    page.abort();
    await expect(answer).rejects.toMatchObject({ name: "AbortError" });
    resumeSession();
    await Promise.resolve();
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});

describe("a call that needs a recent proof of identity", () => {
  const refusal = () =>
    reply(403, { status: false, code: "step_up_required", message: "No.", errors: [{ field: "code", message: "x" }] });

  async function asked(field: "password" | "code"): Promise<void> {
    const { result } = renderHook(() => useStepUp());
    await waitFor(() => expect(result.current).toEqual({ field, hasPasskey: false }));
  }

  it("is repeated with the same key after the person has confirmed, and asks once for concurrent calls", async () => {
    fetched.mockResolvedValueOnce(refusal());
    fetched.mockResolvedValueOnce(refusal());
    fetched.mockImplementation(async () => reply(200, { status: true, data: 1 }));
    const calls = ["k-1", "k-2"].map((idempotencyKey) => request(session, { ...write, idempotencyKey }));
    await asked("code");
    endStepUp(true);
    expect(await Promise.all(calls)).toMatchObject([{ data: 1 }, { data: 1 }]);
    const keys = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get("idempotency-key"));
    expect(keys.sort()).toEqual(["k-1", "k-1", "k-2", "k-2"]);
  });

  it("keeps its key when the person cancels", async () => {
    fetched.mockResolvedValue(failure(403, "step_up_required"));
    const answer = refusalOf(request(session, { ...write, idempotencyKey: "k" }));
    await asked("password");
    endStepUp(false);
    const error = await answer;
    expect(error.message).toBe("You didn’t confirm your identity. Nothing was done.");
    expect(isRefused(error)).toBe(false);
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});
