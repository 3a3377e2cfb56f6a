// Recovery codes are single-use second factors for a user who has lost the phone or the passkey.
import { Copy, Download, Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { saveFile } from '~admin/lib/save-file'
import { useCopy } from '~admin/lib/copy'
import { useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { CheckField } from '~shared/ui/fields'

/** The server returns the codes only once, so they stay until the user confirms that they are stored. */
export function RecoveryCodes({ codes, onStored }: { codes: string[]; onStored: () => void }) {
  const t = useT()
  const copy = useCopy()
  const [isStored, setStored] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const text = `${codes.join('\n')}\n`
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
  return (
    <div className="grid gap-5">
      <p className="text-pretty text-muted">{t('adminStaff.codes.text')}</p>
      <ol className="grid list-inside list-decimal gap-x-8 gap-y-1.5 rounded-lg bg-sunken px-5 py-4 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button look="secondary" onClick={() => void copy(text)}>
          <Copy aria-hidden className="size-4.5" />
          {t('adminStaff.codes.copy')}
        </Button>
        <Button look="secondary" onClick={() => saveFile('sovqat-recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}>
          <Download aria-hidden className="size-4.5" />
          {t('adminStaff.codes.download')}
        </Button>
        <Button look="secondary" onClick={() => window.print()}>
          <Printer aria-hidden className="size-4.5" />
          {t('adminStaff.codes.print')}
        </Button>
      </div>
      <form
        noValidate
        className="grid gap-4 print:hidden"
        onSubmit={(event) => {
          event.preventDefault()
          if (isStored) onStored()
          else setMissing(true)
        }}
      >
        <CheckField
          checked={isStored}
          error={isMissing && !isStored ? t('adminStaff.codes.notStored') : undefined}
          onChange={({ target }) => setStored(target.checked)}
        >
          {t('adminStaff.codes.stored')}
        </CheckField>
        <div>
          <Button type="submit" size="lg">
            {t('adminStaff.codes.continue')}
          </Button>
        </div>
      </form>
    </div>
  )
}
