import { expect } from "@playwright/test";

const SERVICE = process.env.E2E_SERVICE_URL ?? "http://127.0.0.1:4000";

/** The newest code sent to an e-mail or phone number, other than `before`; waits for the worker that sends it. */
export async function sentCode(address: string, before?: string): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(
      async () => {
        const answer = await fetch(`${SERVICE}/dev/outbox?to=${encodeURIComponent(address)}`);
        const { data } = (await answer.json()) as { data: { text: string }[] };
        code = data.map(({ text }) => /code is (\S+)/.exec(text)?.[1]).find((found) => found !== undefined);
        return code !== undefined && code !== before;
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  return code ?? "";
}
