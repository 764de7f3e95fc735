import { KeysProofModal } from "./keys-proof-modal.tsx";
import { KeysRotateSheet } from "./keys-rotate-sheet.tsx";
import { RestrictedKeysSheets } from "./restricted/restricted-keys-sheets.tsx";

/** The sheets of the page of keys, loaded when it is idle. */
export const keysSheets = { KeysProofModal, KeysRotateSheet, RestrictedKeysSheets };
