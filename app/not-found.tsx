import { MissingPageNote } from "./missing-page-note.tsx";
import { texts } from "./texts.ts";

export const metadata = { title: texts.notFound };

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center bg-panel">
      <MissingPageNote />
    </main>
  );
}
