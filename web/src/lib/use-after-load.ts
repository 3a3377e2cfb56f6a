import { useEffect, useState } from 'react'
import { whenIdle } from './when-idle'

let isOver = false

/** Whether the document has loaded and the browser had nothing else to do since. What waits for it costs the first paint nothing. */
export function useAfterLoad(): boolean {
  const [isAfter, setAfter] = useState(isOver)
  useEffect(() => {
    if (isOver) return
    const wait = () =>
      whenIdle(() => {
        isOver = true
        setAfter(true)
      })
    if (document.readyState === 'complete') wait()
    else addEventListener('load', wait, { once: true })
    return () => removeEventListener('load', wait)
  }, [])
  return isAfter
}
