import "server-only";
import {
  type ReferenceEntry,
  referenceEntry,
  referenceFailures,
  referenceGroups,
} from "../../contract/reference/reference.ts";
import { settings } from "./env.ts";

/** The data of the API reference page. Only the server reads the contract's schemas: they stay out of the page's scripts. */
export function apiReference() {
  return { baseUrl: settings().publicServiceUrl, groups: referenceGroups(), failures: referenceFailures() };
}

/** One endpoint with its fields and sample call; `undefined` if there is none of this name. */
export function apiReferenceEntry(id: string): ReferenceEntry | undefined {
  return referenceEntry(id, settings().publicServiceUrl);
}
