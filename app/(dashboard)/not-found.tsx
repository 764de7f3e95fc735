import { MissingPageNote } from "../missing-page-note.tsx";

export default function NotFoundInFrame() {
  return (
    <div className="grid flex-1 place-items-center">
      <MissingPageNote />
    </div>
  );
}
