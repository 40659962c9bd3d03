# Reads a folder of results with R alone: Rscript read.R results/windows
folder <- commandArgs(trailingOnly = TRUE)[1]
read <- function(name) read.csv(file.path(folder, name), check.names = FALSE)
dictionary <- read("dictionary.csv")
runs <- read("runs.csv")

# What a column means.
row <- dictionary$table == "runs.csv" & dictionary$column == "defaultRate"
cat("defaultRate: ", dictionary$description[row], "\n", sep = "")

# The mean over the runs of each condition.
finished <- runs[runs$status == "finished", ]
for (rows in split(finished, finished$condition)) {
  cat(sprintf("condition %d: %d runs, mean %.6f\n", rows$condition[1], nrow(rows), mean(rows$defaultRate, na.rm = TRUE)))
}

# Entries by status. With the package arrow, open_dataset(file.path(folder, "entries")) reads the data set, and needs no entries.csv.
if (file.exists(file.path(folder, "entries.csv"))) {
  counts <- table(read("entries.csv")$status)
  for (status in names(counts)) cat(sprintf("%s: %d\n", status, counts[[status]]))
}
