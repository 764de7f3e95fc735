"use client";

import { lazySheet } from "../../layout/lazy.tsx";

const load = () => import("./keys-sheets-code.ts").then((module) => module.keysSheets);

// One module for all: each alone would bring its own copy of forms and schemas, 60 kB.
export const KeysProofModal = lazySheet(
  () => load().then((sheets) => sheets.KeysProofModal),
  ({ purpose }) => purpose !== undefined,
);
export const KeysRotateSheet = lazySheet(() => load().then((sheets) => sheets.KeysRotateSheet));
export const RestrictedKeysSheets = lazySheet(
  () => load().then((sheets) => sheets.RestrictedKeysSheets),
  ({ task }) => task !== null,
);
