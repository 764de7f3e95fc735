import { dirname, join } from "node:path";
import { endpoints } from "../../contract/endpoints.ts";
import { failures } from "../../contract/errors.ts";
import { openApiDocument } from "../../service/http/docs/openapi.ts";
import { printTypes } from "./print-types.ts";

const ROOT = dirname(dirname(import.meta.dirname));
export const TYPES_FILE = join(ROOT, "sdk", "typescript", "src", "routes.ts");

/** The types that the SDK should have for the contract. */
export function generatedTypes(): string {
  return printTypes(openApiDocument(Object.values(endpoints), ""), Object.keys(failures));
}
