// Connects a layer, such as the search panel, with the browser's history.

import { useEffect, useEffectEvent, useRef } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router'

interface LayerState {
  layer?: string
}

/**
 * Makes “back” close a layer. The layer opens before its history entry is added, because an on-screen keyboard only appears when an input
 * takes the focus during the press itself.
 */
export function useCloseOnBack(layer: string, isOpen: boolean, close: () => void) {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation() as Location<LayerState | null>
  const isOnEntry = state?.layer === layer
  const wasOnEntry = useRef(isOnEntry)

  const addEntry = () => navigate({ pathname, search }, { state: { ...state, layer }, preventScrollReset: true })

  const syncHistoryEntry = useEffectEvent(() => {
    const wentBack = wasOnEntry.current && !isOnEntry
    wasOnEntry.current = isOnEntry
    if (isOpen && wentBack) close()
    else if (isOpen && !isOnEntry) void addEntry()
    else if (!isOpen && isOnEntry) void navigate(-1)
  })
  useEffect(() => syncHistoryEntry(), [isOpen, isOnEntry])
}
