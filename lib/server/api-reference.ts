import "server-only";
import { referenceFailures, referenceGroups } from "../../contract/reference/reference.ts";
import { settings } from "./env.ts";

/** The data of the API reference page. Only the server reads the contract's schemas: they stay out of the page's scripts. */
export function apiReference() {
  const baseUrl = settings().publicServiceUrl;
  return { baseUrl, groups: referenceGroups(baseUrl), failures: referenceFailures() };
}
