import { Skeleton } from '~shared/ui/skeleton'

export function CartSkeleton() {
  return (
    <div className="grid gap-8 pt-2 lg:grid-cols-[minmax(0,1fr)_23rem]">
      <div className="grid gap-4">
        <Skeleton className="h-10 w-40" />
        <Skeleton className="h-32 w-full rounded-xl" />
        <Skeleton className="h-32 w-full rounded-xl" />
      </div>
      <Skeleton className="h-72 w-full rounded-xl" />
    </div>
  )
}
