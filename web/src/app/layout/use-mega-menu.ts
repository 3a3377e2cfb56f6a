import { useCallback, useEffect, useRef, useState } from 'react'

const OPEN_AFTER = 120
const CLOSE_AFTER = 250
// A hand that is on its way to the button opens the panel by hovering: its press means "open" as well.
const SAME_GESTURE = 500

export interface MegaMenu {
  openId: number | null
  /** The pointer rests on a category. */
  hover: (id: number) => void
  /** The pointer has left bar and panel. */
  leave: () => void
  /** The pointer is back before the panel closed. */
  stay: () => void
  toggle: (id: number) => void
  close: () => void
}

/** Which panel is open. Short delays keep it from opening on the way past and closing on the way in. */
export function useMegaMenu(): MegaMenu {
  const [openId, setOpenId] = useState<number | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hovered = useRef({ id: 0, at: 0 })

  const stay = useCallback(() => clearTimeout(timer.current), [])
  const later = (what: () => void, delay: number) => {
    stay()
    timer.current = setTimeout(what, delay)
  }
  const close = useCallback(() => {
    stay()
    setOpenId(null)
  }, [stay])
  useEffect(() => stay, [stay])

  return {
    openId,
    stay,
    close,
    hover: (id) =>
      later(() => {
        hovered.current = { id, at: Date.now() }
        setOpenId(id)
      }, OPEN_AFTER),
    leave: () => later(() => setOpenId(null), CLOSE_AFTER),
    toggle: (id) => {
      stay()
      const isSameGesture = hovered.current.id === id && Date.now() - hovered.current.at < SAME_GESTURE
      setOpenId((open) => (open === id && !isSameGesture ? null : id))
    },
  }
}
