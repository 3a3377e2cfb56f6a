import { useState } from 'react'
import { useLocation, useParams } from 'react-router'

/** The typed text, whether the list of suggestions is wanted (`isOpen`), and the chosen suggestion (`activeId`). */
export function useSearchBox(isPanel: boolean) {
  const { key } = useLocation()
  /** The search text of the results page. */
  const { text = '' } = useParams()
  const [typed, setTyped] = useState(text)
  // A results page that loads now must not replace an edited text.
  const [isEdited, setEdited] = useState(false)
  const [lastLocation, setLastLocation] = useState({ text, key })
  const [isOpen, setOpen] = useState(isPanel)
  const [activeId, setActiveId] = useState<string | null>(null)

  /** In the panel, the list is always open. */
  const setListOpen = (isWanted: boolean) => {
    setOpen(isWanted || isPanel)
    setActiveId(null)
  }
  // After a navigation, the list closes and the input shows the text of the results page.
  if (lastLocation.key !== key || lastLocation.text !== text) {
    setLastLocation({ text, key })
    if (!isEdited) {
      setListOpen(false)
      if (lastLocation.text !== text) setTyped(text)
    }
  }

  const change = (next: string) => {
    setTyped(next)
    setEdited(true)
    setListOpen(true)
  }
  return { typed, change, setEdited, isOpen, setListOpen, activeId, setActiveId }
}
