import { Skeleton } from '~shared/ui/skeleton'

export function CheckoutSkeleton() {
  return (
    <div aria-busy className="grid items-start gap-5 pt-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-10">
      <div className="grid gap-5">
        <Skeleton className="h-10 w-72" />
        <Skeleton className="h-48 w-full rounded-xl" />
        <Skeleton className="h-40 w-full rounded-xl" />
        <Skeleton className="h-56 w-full rounded-xl" />
      </div>
      <Skeleton className="h-96 w-full rounded-xl" />
    </div>
  )
}
