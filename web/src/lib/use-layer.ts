import { useLocation, useNavigate } from 'react-router'

interface LayerState {
  layer?: string
}

/** Opens an overlay as a history entry, so that “back” closes it. */
export function useLayer(name: string) {
  const { pathname, search, hash, state } = useLocation() as ReturnType<typeof useLocation> & { state: LayerState | null }
  const navigate = useNavigate()
  const isOpen = state?.layer === name
  const open = () => navigate({ pathname, search, hash }, { state: { ...state, layer: name }, preventScrollReset: true })
  const close = () => isOpen && navigate(-1)
  return { isOpen, open: () => void open(), close: () => void close() }
}
