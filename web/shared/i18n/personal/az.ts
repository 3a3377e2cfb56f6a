import account from '../../../locales/az/account.json'
import errors from '../../../locales/az/errors.json'
import forms from '../../../locales/az/forms.json'
import signIn from '../../../locales/az/signIn.json'

// Texts of the account and sign-in pages and of all forms. Loaded with the first page that needs them, not at the first visit.
export default { account, errors, forms, signIn }
