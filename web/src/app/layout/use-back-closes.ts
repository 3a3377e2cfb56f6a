import { useEffect, useEffectEvent, useRef } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router'

interface Layered {
  layer?: string
}

/**
 * Gives what fills the whole screen an entry in the history, so that "back" closes it instead of leaving the page. It opens first and is
 * entered after: a keyboard comes up only for a box that takes the focus at the very press.
 */
export function useBackCloses(layer: string, isOpen: boolean, close: () => void) {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation() as Location<Layered | null>
  const isEntered = state?.layer === layer
  const wasEntered = useRef(isEntered)

  const keepStep = useEffectEvent(() => {
    const hasLeft = wasEntered.current && !isEntered
    wasEntered.current = isEntered
    if (isOpen && hasLeft) close()
    else if (isOpen && !isEntered) void navigate({ pathname, search }, { state: { ...state, layer }, preventScrollReset: true })
    else if (!isOpen && isEntered) void navigate(-1)
  })
  useEffect(() => keepStep(), [isOpen, isEntered])
}
