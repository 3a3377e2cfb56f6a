import { useLocation, useNavigate } from 'react-router'

interface Layered {
  layer?: string
}

/** Something that lies over the page, as an entry of the history: on a phone, “back” closes it and does not leave the page. */
export function useLayer(name: string) {
  const { pathname, search, hash, state } = useLocation() as ReturnType<typeof useLocation> & { state: Layered | null }
  const navigate = useNavigate()
  const isOpen = state?.layer === name
  const open = () => navigate({ pathname, search, hash }, { state: { ...state, layer: name }, preventScrollReset: true })
  const close = () => isOpen && navigate(-1)
  return { isOpen, open: () => void open(), close: () => void close() }
}
