import { v7 } from "uuid";

/** Makes public IDs: UUIDv7, time-ordered (api 1). */
export type Ids = { next(): string };

export const systemIds: Ids = { next: () => v7() };
