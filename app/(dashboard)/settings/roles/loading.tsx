import { PageSkeleton } from "../../../../components/layout/page-skeleton.tsx";

export default function Loading() {
  return <PageSkeleton />;
}
