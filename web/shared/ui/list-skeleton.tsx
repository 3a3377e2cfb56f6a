import { Skeleton } from './skeleton'

/** Rows on their way, about as high as they will be. */
export function ListSkeleton({ rows = 3 }: { rows?: number }) {
  return (
    <div aria-busy className="grid gap-3">
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} className="h-24 w-full rounded-xl" />
      ))}
    </div>
  )
}
