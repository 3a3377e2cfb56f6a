import { useEffect, useState } from 'react'
import { whenIdle } from './when-idle'
import { whenLoaded } from './when-loaded'

let isOver = false

/** Whether the document has loaded and the browser had nothing else to do since. What waits for it costs the first paint nothing. */
export function useAfterLoad(): boolean {
  const [isAfter, setAfter] = useState(isOver)
  useEffect(() => {
    if (isOver) return
    return whenLoaded(() =>
      whenIdle(() => {
        isOver = true
        setAfter(true)
      }),
    )
  }, [])
  return isAfter
}
