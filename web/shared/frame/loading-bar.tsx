import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'

const SHOWN_AFTER = 200

/** A line at the top for navigations that take long enough to be noticed. */
export function LoadingBar() {
  const isLoading = useNavigation().state !== 'idle'
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setSlow(true), SHOWN_AFTER)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isLoading])
  if (!isSlow) return null
  return <div aria-hidden className="fixed inset-x-0 top-0 z-60 h-[3px] origin-left animate-pulse bg-accent" />
}
