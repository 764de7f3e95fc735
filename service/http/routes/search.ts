import { searchEndpoints } from "../../../contract/search.ts";
import { searchRecords } from "../../domain/search/search-records.ts";
import type { Bind } from "../route.ts";

/** Finds a record by its reference or ID. Dashboard 5.1. */
export function searchRoutes(bind: Bind): void {
  bind(searchEndpoints.searchRecords, (ctx, { query }) => searchRecords(ctx, query));
}
