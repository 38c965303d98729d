// to do
