import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { openPage } from "./page-ready.ts";
import { sentCode } from "./sent-mail.ts";
import { expectSignedIn, signIn } from "./test.ts";

const BASE = `${process.env.E2E_SERVICE_URL ?? "http://127.0.0.1:4000"}/v1`;

export type NewMember = { email: string; password: string };

export const NEW_PASSWORD = "a long pass phrase of mine";

/** An address without an account. */
export function newEmail(): string {
  return `ngozi-${crypto.randomUUID().slice(0, 8)}@shop.example`;
}

/** A new merchant, registered and activated at the service. */
export async function registerMerchant(businessName = "Eze Stores"): Promise<NewMember> {
  const member = { email: newEmail(), password: NEW_PASSWORD };
  const person = { firstName: "Ngozi", lastName: "Eze", phoneNumber: "08031234567" };
  await callService("POST", "/merchant", { ...member, ...person, businessName, businessType: "Retail" });
  await callService("PUT", "/merchant/verify", { activationCode: await sentCode(member.email) });
  return member;
}

/** Signs in on the sign-in page and waits for the dashboard. */
export async function signInAs(page: Page, { email, password }: NewMember, at = "/"): Promise<void> {
  await openPage(page, at);
  await signIn(page, email, password);
  await expectSignedIn(page);
}

/** Calls the service directly, like a colleague or an integration, from its own IP address because of rate limits. */
export async function callService(
  method: string,
  path: string,
  body?: object,
  token?: string,
): Promise<Record<string, unknown>> {
  const part = () => Math.floor(Math.random() * 250) + 1;
  const response = await fetch(`${BASE}${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": `10.${part()}.${part()}.${part()}`,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const reply = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(reply)}`);
  return reply;
}

/** A token of this person for `callService`. */
export async function tokenOf({ email, password }: NewMember): Promise<string> {
  const { data } = (await callService("POST", "/auth/login", { email, password })) as { data: { accessToken: string } };
  return data.accessToken;
}

/** Runs a command of the platform's operators, such as recording a review. */
export async function runPlatformCommand(...args: string[]): Promise<void> {
  const env = { ...process.env, ...(process.env.E2E_DATA_DIR && { DATA_DIR: process.env.E2E_DATA_DIR }) };
  await promisify(execFile)(process.execPath, ["scripts/platform.ts", ...args], { env });
}
