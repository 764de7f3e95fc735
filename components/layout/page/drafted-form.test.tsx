import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SessionProvider } from "../../../lib/api/session-provider.tsx";
import { aSession } from "../../testing/replies.ts";
import { draftKey, useDraft } from "../hooks/use-draft.ts";
import { DraftedForm } from "./drafted-form.tsx";

const session = aSession();
const KEY = draftKey(session, "test");
let root: Root | undefined;

beforeEach(() => sessionStorage.clear());
afterEach(async () => {
  await act(() => root?.unmount());
  document.body.replaceChildren();
});

function Form() {
  const { draft, keep } = useDraft(KEY, { name: "" });
  // As a form does that stores its values as soon as it is mounted.
  useEffect(() => keep({ name: draft.name }), [draft, keep]);
  return <input aria-label="Name" defaultValue={draft.name} onChange={({ target }) => keep({ name: target.value })} />;
}
const page = (
  <SessionProvider session={session}>
    <DraftedForm name="test">
      <Form />
    </DraftedForm>
  </SessionProvider>
);

/** The page as the server draws it, with the input in it. */
function drawn() {
  const place = document.body.appendChild(document.createElement("div"));
  place.innerHTML = renderToString(page);
  return { place, input: place.querySelector("input") };
}

async function hydrate(place: Element) {
  const onRecoverableError = vi.fn();
  await act(() => {
    root = hydrateRoot(place, page, { onRecoverableError });
  });
  expect(onRecoverableError).not.toHaveBeenCalled();
  return place.querySelector("input");
}

test("the server draws it empty, and nobody can use it", () => {
  sessionStorage.setItem(KEY, JSON.stringify({ name: "Chidi" }));
  const { input } = drawn();
  expect(input?.value).toBe("");
  expect(input?.closest("[inert]")).not.toBeNull();
});

test("has its draft after hydration, and has not written over it", async () => {
  sessionStorage.setItem(KEY, JSON.stringify({ name: "Chidi" }));
  const input = await hydrate(drawn().place);
  expect(input?.value).toBe("Chidi");
  expect(input?.closest("[inert]")).toBeNull();
  expect(sessionStorage.getItem(KEY)).toBe('{"name":"Chidi"}');
});

test("without a draft the elements stay, and it keeps what is typed", async () => {
  const { place, input: before } = drawn();
  const input = await hydrate(place);
  expect(input).toBe(before);
  expect(input?.closest("[inert]")).toBeNull();
  await userEvent.type(screen.getByLabelText("Name"), "Chidi");
  expect(sessionStorage.getItem(KEY)).toBe('{"name":"Chidi"}');
});
