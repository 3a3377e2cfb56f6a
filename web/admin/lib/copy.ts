// Copies texts such as recovery codes and links to the clipboard, and tells the user with a toast.
import { useT } from '~shared/i18n/context'
import { toast } from '~shared/ui/toast-store'

/** Returns a function that copies a text. If the browser forbids copying, it shows the text, so that the user can copy it by hand. */
export function useCopy() {
  const t = useT()
  return async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      toast.good(t('adminStaff.copied'))
    } catch {
      toast.plain(text)
    }
  }
}
