import { act, cleanup } from "@testing-library/react";
import { useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useDraft } from "../hooks/use-draft.ts";
import { DraftedForm } from "./drafted-form.tsx";

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const KEY = "draft:test";

function Form() {
  const { draft, keep } = useDraft(KEY, { name: "" });
  // As a form does that stores its values as soon as it is mounted.
  useEffect(() => keep({ name: draft.name }), [draft, keep]);
  return <input aria-label="Name" defaultValue={draft.name} />;
}
const page = (
  <DraftedForm>
    <Form />
  </DraftedForm>
);

test("is drawn empty and disabled by the server, and has its draft after hydration", async () => {
  sessionStorage.setItem(KEY, JSON.stringify({ name: "Chidi" }));
  const root = document.body.appendChild(document.createElement("div"));
  root.innerHTML = renderToString(page);
  const drawn = root.querySelector("input");
  expect(drawn?.matches(":disabled")).toBe(true);
  expect(drawn?.value).toBe("");

  const mismatches: unknown[] = [];
  await act(() => hydrateRoot(root, page, { onRecoverableError: (error) => mismatches.push(error) }));
  const input = root.querySelector("input");
  expect(input?.matches(":disabled")).toBe(false);
  expect(input?.value).toBe("Chidi");
  expect(mismatches).toEqual([]);
  expect(sessionStorage.getItem(KEY)).toBe('{"name":"Chidi"}');
});
