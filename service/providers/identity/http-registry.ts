import * as z from "zod";
import { createHttpCall, type HttpCallOptions, HttpUnavailable } from "../http-call.ts";
import { type IdentityRecord, type IdentityRegistry, RegistryUnavailable } from "./identity-registry.ts";

const Found = z.object({
  firstName: z.string().trim().min(1).max(200),
  lastName: z.string().trim().min(1).max(200),
  dateOfBirth: z.iso.date(),
  phoneNumber: z.string().trim().max(40),
});

/**
 * A registry over HTTP: `POST {baseUrl}/bvn` and `/nin` with `{number}`. 200 holds the record, 404 means that the
 * number is not registered; anything else is an outage, a body of another shape included. The number is sent in the
 * body because URLs are written to logs. Api 3.
 */
export function createHttpRegistry(options: HttpCallOptions): IdentityRegistry {
  const call = createHttpCall(options);

  async function lookup(path: "bvn" | "nin", number: string): Promise<IdentityRecord | null> {
    const answer = await call(path, { number }).catch((error: unknown) => {
      if (error instanceof HttpUnavailable) throw new RegistryUnavailable();
      throw error;
    });
    if (answer.status === 404) return null;
    const found = answer.status === 200 ? Found.safeParse(answer.body) : undefined;
    if (!found?.success) throw new RegistryUnavailable();
    return { number, ...found.data };
  }

  return { lookupBvn: (bvn) => lookup("bvn", bvn), lookupNin: (nin) => lookup("nin", nin) };
}
