// The description from which makensis makes a setup.exe: per machine, silent with /S, and its removal.
import { allFolders } from './files.mjs'

const back = (path) => path.replaceAll('/', '\\')
/** A dollar sign begins a variable of NSIS. */
const quote = (text) => `"${text.replaceAll('$', '$$$$').replaceAll('"', '$\\"')}"`
const inside = (path) => (path === '' ? '$INSTDIR' : `$INSTDIR\\${back(path)}`)
const key = String.raw`Software\Microsoft\Windows\CurrentVersion\Uninstall\Galley`

/**
 * @param {{tree: import('./files.mjs').Folder, unpacked: string, icon: string, title: string, version: string,
 *   fullVersion: string, file: string, compressor: string, finalize: string | null}} what `finalize`: a command that
 *   signs the uninstaller, which only makensis ever sees; %1 is its file
 */
export function nsiFile({ tree, unpacked, icon, title, version, fullVersion, file, compressor, finalize }) {
  const folders = allFolders(tree)
  const put = folders.flatMap(({ path, files }) => [
    `  SetOutPath "${inside(path)}"`,
    ...files.map((name) => `  File ${quote(`${unpacked}/${path === '' ? '' : `${path}/`}${name}`)}`),
  ])
  const take = folders
    .toReversed()
    .flatMap(({ path, files }) => [
      ...files.map((name) => `  Delete "${inside(path)}\\${name.replaceAll('$', '$$$$')}"`),
      ...(path === '' ? [] : [`  RMDir "${inside(path)}"`]),
    ])
  return `Unicode true
ManifestDPIAware true
RequestExecutionLevel admin
SetCompressor ${compressor}
Name ${quote(title)}
OutFile ${quote(file)}
Icon ${quote(icon)}
UninstallIcon ${quote(icon)}
InstallDir "$PROGRAMFILES64\\Galley"
ShowInstDetails nevershow
VIProductVersion "${version}.0"
VIAddVersionKey ProductName ${quote(title)}
VIAddVersionKey ProductVersion ${quote(fullVersion)}
VIAddVersionKey FileVersion ${quote(fullVersion)}
VIAddVersionKey FileDescription ${quote(`Setup of ${title}`)}
VIAddVersionKey CompanyName "Galley contributors"
VIAddVersionKey LegalCopyright "Galley contributors"
${finalize === null ? '' : `!uninstfinalize ${quote(finalize)}\n`}
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

; A program that runs keeps its files: nothing is replaced under it, and who asked is told.
!macro StopWhereItRuns
  SetRegView 64
  SetShellVarContext all
  IfFileExists "$INSTDIR\\Galley.exe" 0 done
  ClearErrors
  FileOpen $0 "$INSTDIR\\Galley.exe" a
  IfErrors 0 closed
  MessageBox MB_OK|MB_ICONEXCLAMATION "Galley is open, for you or for somebody else on this computer. Close it and start again; what was typed is kept." /SD IDOK
  SetErrorLevel 1618
  Quit
closed:
  FileClose $0
done:
!macroend

Function .onInit
  !insertmacro StopWhereItRuns
FunctionEnd

Function un.onInit
  !insertmacro StopWhereItRuns
FunctionEnd

Section
  ; What an older version had and this one has not goes with its own uninstaller.
  IfFileExists "$INSTDIR\\uninstall.exe" 0 +2
  ExecWait '"$INSTDIR\\uninstall.exe" /S _?=$INSTDIR'
${put.join('\n')}
  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\\uninstall.exe"
  CreateShortCut "$SMPROGRAMS\\Galley.lnk" "$INSTDIR\\Galley.exe"
  WriteRegStr HKLM "${key}" "DisplayName" ${quote(title)}
  WriteRegStr HKLM "${key}" "DisplayVersion" ${quote(fullVersion)}
  WriteRegStr HKLM "${key}" "Publisher" "Galley contributors"
  WriteRegStr HKLM "${key}" "DisplayIcon" "$INSTDIR\\Galley.exe"
  WriteRegStr HKLM "${key}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKLM "${key}" "UninstallString" '"$INSTDIR\\uninstall.exe"'
  WriteRegStr HKLM "${key}" "QuietUninstallString" '"$INSTDIR\\uninstall.exe" /S'
  WriteRegDWORD HKLM "${key}" "NoModify" 1
  WriteRegDWORD HKLM "${key}" "NoRepair" 1
SectionEnd

; Each file by its name: what somebody else put there stays, as does what people have in their own folders.
Section Uninstall
${take.join('\n')}
  Delete "$INSTDIR\\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\\Galley.lnk"
  DeleteRegKey HKLM "${key}"
SectionEnd
`
}
