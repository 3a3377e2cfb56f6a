import { Logo } from '~shared/ui/logo'
import { Skeleton } from '~shared/ui/states'

/** Shown until the first data arrives if the document came without any. */
export function PageSkeleton() {
  return (
    <div className="wrap grid gap-5" aria-busy>
      <div className="flex h-16 items-center justify-between gap-10 lg:mt-11 lg:h-18">
        <Logo />
        <Skeleton className="hidden h-12 grow rounded-full md:block" />
        <Skeleton className="h-10 w-36" />
      </div>
      <Skeleton className="hidden h-7 w-full lg:block" />
      <Skeleton className="h-[26rem] w-full rounded-2xl" />
      <div className="grid grid-cols-2 gap-4 md:grid-cols-4">
        <Skeleton className="aspect-[3/4] rounded-xl" />
        <Skeleton className="aspect-[3/4] rounded-xl" />
        <Skeleton className="hidden aspect-[3/4] rounded-xl md:block" />
        <Skeleton className="hidden aspect-[3/4] rounded-xl md:block" />
      </div>
    </div>
  )
}
